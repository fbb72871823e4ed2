import { attachment, pageResponse } from '../http/responses.ts'
import type { Handlers } from './context.ts'
import { listAccess } from '../modules/privacy/access.queries.ts'
import * as people from '../modules/privacy/people.service.ts'

export const privacyHandlers = {
  async listAccessEntries({ query }, { em, url }) {
    return pageResponse(url, await listAccess(em, query))
  },

  async getPerson({ params }, { em }) {
    return people.readPerson(em, params.id)
  },

  async exportPerson({ params: { id } }, { em, accessLog, ...reader }) {
    const body = await people.exportOf(em, reader, { id, accessLog })
    return { body, headers: attachment('person.json') }
  },

  async erasePerson({ params: { id }, body: { email } }, { em, files, ...reader }) {
    return people.eraseOf(em, reader, { id, email, files })
  },
} satisfies Handlers
