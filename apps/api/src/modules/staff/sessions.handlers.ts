import type { StaffHandlers } from '../context.ts'
import { listSessions } from './sessions.queries.ts'
import * as sessions from './sessions.service.ts'

type Ids =
  | 'listOwnSessions'
  | 'endOtherSessions'
  | 'endOwnSession'
  | 'listStaffSessions'
  | 'endStaffSessions'
  | 'endStaffSession'

export const sessionHandlers: StaffHandlers<Ids> = {
  async listOwnSessions(_input, { em, staff: self, sessionKey }) {
    return listSessions(em, self.id, sessionKey)
  },

  async endOtherSessions(_input, { em, staff: self, sessionKey }) {
    return sessions.endOtherSessions(em, self, sessionKey)
  },

  async endOwnSession({ params }, { em, staff: self, sessionKey }) {
    return sessions.endOwnSession(em, self, sessionKey, params.id)
  },

  async listStaffSessions({ params }, { em, sessionKey }) {
    return sessions.listSessionsOf(em, params.id, sessionKey)
  },

  async endStaffSessions({ params }, { em, staff: actor }) {
    return sessions.endSessionsOf(em, actor, params.id)
  },

  async endStaffSession({ params }, { em, staff: actor }) {
    return sessions.endSessionOf(em, actor, params.id)
  },
}
