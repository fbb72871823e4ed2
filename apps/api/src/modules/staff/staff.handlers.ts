import type { NavigationHandlers, StaffHandlers } from '../../http/context.ts'
import { noPasswordsHere } from '../../errors.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { tooManyAttempts } from '../auth/sign-in-page.ts'
import { madeUpPassword } from '../auth/password.ts'
import * as links from './one-time-links.service.ts'
import { listSettingsAudit } from './settings-audit.service.ts'
import { acceptedPage, acceptPage, deadLinkPage, passwordSetPage, setPasswordPage } from './set-password-page.ts'
import { listSignIns } from './sign-ins.service.ts'
import * as staff from './staff.service.ts'

type Ids =
  | 'listStaff'
  | 'setStaffRole'
  | 'setStaffEnabled'
  | 'createPasswordReset'
  | 'listStaffInvitations'
  | 'inviteStaff'
  | 'revokeStaffInvitation'
  | 'renewStaffInvitation'
  | 'listSettingsAudit'
  | 'listSignIns'
  | 'listOwnSignIns'

export const staffHandlers: StaffHandlers<Ids> = {
  async listStaff(_input, { em }) {
    return staff.listStaff(em)
  },

  async setStaffRole({ params, body }, { em, staff: actor }) {
    return staff.setRole(em, actor, params.id, body.role)
  },

  async setStaffEnabled({ params, body }, { em, staff: actor }) {
    return staff.setEnabled(em, actor, params.id, body.isEnabled)
  },

  async createPasswordReset({ params }, { em, config, staff: actor }) {
    if (config.singleSignOn) throw noPasswordsHere()
    return links.createReset(em, actor, params.id)
  },

  async listStaffInvitations(_input, { em }) {
    return links.listInvitations(em)
  },

  async inviteStaff({ body }, { em, staff: actor }) {
    return links.invite(em, actor, body)
  },

  async revokeStaffInvitation({ params }, { em, staff: actor }) {
    return links.revokeInvitation(em, actor, params.id)
  },

  async renewStaffInvitation({ params }, { em, staff: actor }) {
    return links.renewInvitation(em, actor, params.id)
  },

  async listSettingsAudit({ query }, { em, url }) {
    const page = await listSettingsAudit(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async listSignIns({ query }, { em, url }) {
    const page = await listSignIns(em, query)
    return { body: page.rows, headers: pageHeaders(url, page) }
  },

  async listOwnSignIns({ query }, { em, url, staff: self }) {
    const page = await listSignIns(em, { ...query, staffId: self.id })
    return { body: page.rows, headers: pageHeaders(url, page) }
  },
}

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
