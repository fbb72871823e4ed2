import type { Handlers } from './context.ts'
import { holderOf } from '../modules/staff/one-time-links.service.ts'
import { linkPage, linkResultPage } from '../modules/auth/set-password-page.ts'
import { followLink } from '../modules/auth/set-password.service.ts'

export const passwordPageHandlers = {
  async getSetPasswordPage({ query: { link: token = '' } }, { em, config, singleSignOn }) {
    return linkPage(config, await holderOf(em, token), token, singleSignOn !== undefined)
  },

  async setPassword({ body }, context) {
    return linkResultPage(context.config, await followLink(context, body), body.token)
  },
} satisfies Handlers
