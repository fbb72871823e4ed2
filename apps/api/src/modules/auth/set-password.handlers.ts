import type { NavigationHandlers } from '../context.ts'
import * as links from '../staff/one-time-links.service.ts'
import { madeUpPassword } from '../staff/password.ts'
import { acceptedPage, acceptPage, deadLinkPage, passwordSetPage, setPasswordPage } from './set-password-page.ts'
import { tooManyAttempts } from './sign-in-page.ts'

export const passwordPageHandlers: NavigationHandlers<'showSetPassword' | 'setPassword'> = {
  async showSetPassword({ query }, { em, config, singleSignOn }) {
    const { link: token = '' } = query
    const holder = await links.holderOf(em, token)
    if (!holder) return deadLinkPage(config)
    return singleSignOn ? acceptPage(config, holder, token) : setPasswordPage(config, holder, token)
  },

  async setPassword({ body }, { em, config, log, clientAddress, signInLimit, singleSignOn }) {
    const { token, password = '', repeated = '' } = body
    const holder = await links.holderOf(em, token)
    const waitSeconds = await signInLimit.consume(clientAddress, token)
    if (waitSeconds !== undefined) {
      const message = tooManyAttempts(waitSeconds)
      const page = holder ? setPasswordPage(config, holder, token, message) : deadLinkPage(config, message)
      return { ...page, status: 429, retryAfterSeconds: waitSeconds }
    }
    if (!holder) return deadLinkPage(config)
    // Nobody is told this password: the account is for single sign-on.
    if (singleSignOn) {
      return (await links.usePasswordLink(em, token, madeUpPassword())) ? acceptedPage(config) : deadLinkPage(config)
    }
    const problem =
      links.chosenPasswordProblem(password) ??
      (password === repeated ? undefined : 'The two passwords are not the same.')
    if (problem) return { ...setPasswordPage(config, holder, token, problem), status: 422 }
    if (!(await links.usePasswordLink(em, token, password))) return deadLinkPage(config)
    log.info({ event: 'password_set' })
    return passwordSetPage(config)
  },
}
