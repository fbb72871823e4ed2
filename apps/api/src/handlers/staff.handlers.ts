import type { Handlers } from './context.ts'
import { noPasswordsHere } from '../errors/errors.ts'
import { pageResponse } from '../http/responses.ts'
import * as links from '../modules/staff/one-time-links.service.ts'
import { listSignIns } from '../modules/staff/sign-ins.service.ts'
import * as staff from '../modules/staff/staff.service.ts'

export const staffHandlers = {
  async listStaff(_input, { em }) {
    return staff.listStaff(em)
  },

  async updateStaffRole({ params, body }, { em, staff: actor }) {
    return staff.setRole(em, actor, params.id, body.role)
  },

  async updateStaffEnabled({ params, body }, { em, staff: actor }) {
    return staff.setEnabled(em, actor, params.id, body.isEnabled)
  },

  async createPasswordReset({ params }, { em, config, staff: actor }) {
    if (config.singleSignOn) throw noPasswordsHere()
    return links.createReset(em, actor, params.id)
  },

  async listStaffInvitations(_input, { em }) {
    return links.listInvitations(em)
  },

  async createStaffInvitation({ body }, { em, config, staff: actor }) {
    return links.invite(em, actor, body, config.mail !== undefined)
  },

  async deleteStaffInvitation({ params }, { em, staff: actor }) {
    return links.revokeInvitation(em, actor, params.id)
  },

  async renewStaffInvitation({ params }, { em, staff: actor }) {
    return links.renewInvitation(em, actor, params.id)
  },

  async listSignIns({ query }, { em, url }) {
    return pageResponse(url, await listSignIns(em, query))
  },

  async listOwnSignIns({ query }, { em, url, staff: self }) {
    return pageResponse(url, await listSignIns(em, { ...query, staffId: self.id }))
  },
} satisfies Handlers
