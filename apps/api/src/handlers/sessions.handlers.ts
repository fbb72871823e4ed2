import type { Handlers } from './context.ts'
import { staffOwner } from '../entities/owner.ts'
import { listSessions } from '../modules/sessions/sessions.queries.ts'
import * as sessions from '../modules/staff/sessions.service.ts'

export const sessionHandlers = {
  async listOwnSessions(_input, { em, staff: self, sessionKey }) {
    return listSessions(em, staffOwner(self.id), sessionKey)
  },

  async deleteOtherSessions(_input, { em, staff: self, sessionKey }) {
    return sessions.deleteOtherSessions(em, self, sessionKey)
  },

  async deleteOwnSession({ params }, { em, staff: self, sessionKey }) {
    return sessions.deleteOwnSession(em, self, sessionKey, params.id)
  },

  async listStaffSessions({ params }, { em, sessionKey }) {
    return sessions.listSessionsOf(em, params.id, sessionKey)
  },

  async deleteStaffSessions({ params }, { em, staff: actor }) {
    return sessions.endSessionsOf(em, actor, params.id)
  },

  async deleteStaffSession({ params }, { em, staff: actor }) {
    return sessions.endSessionOf(em, actor, params.id)
  },
} satisfies Handlers
