import type { Handlers } from './context.ts'
import { noPasswordsHere } from '../errors/errors.ts'
import { pageResponse } from '../http/responses.ts'
import * as links from '../modules/staff/one-time-links.service.ts'
import { listSignIns } from '../modules/staff/sign-ins.service.ts'
import * as staff from '../modules/staff/staff.service.ts'

export const staffHandlers = {
  listStaff: (_input, { em }) => staff.listStaff(em),
  updateStaffRole: ({ params, body }, { em, staff: actor }) => staff.setRole(em, actor, params.id, body.role),
  updateStaffEnabled: ({ params, body }, { em, staff: actor }) =>
    staff.setEnabled(em, actor, params.id, body.isEnabled),

  async createPasswordReset({ params }, { em, config, staff: actor }) {
    if (config.singleSignOn) throw noPasswordsHere()
    return links.createReset(em, actor, params.id)
  },

  listStaffInvitations: (_input, { em }) => links.listInvitations(em),
  createStaffInvitation: ({ body }, { em, config, staff: actor }) =>
    links.invite(em, actor, body, config.mail !== undefined),
  deleteStaffInvitation: ({ params }, { em, staff: actor }) => links.revokeInvitation(em, actor, params.id),
  renewStaffInvitation: ({ params }, { em, staff: actor }) => links.renewInvitation(em, actor, params.id),
  listSignIns: ({ query }, { em, url }) => pageResponse(url, listSignIns(em, query)),
  listOwnSignIns: ({ query }, { em, url, staff: self }) =>
    pageResponse(url, listSignIns(em, { ...query, staffId: self.id })),
} satisfies Handlers
