import { attachment, pageResponse } from '../http/responses.ts'
import type { Handlers } from './context.ts'
import { listAccess } from '../modules/privacy/access.queries.ts'
import * as people from '../modules/privacy/people.service.ts'

export const privacyHandlers = {
  listAccessEntries: ({ query }, { em, url }) => pageResponse(url, listAccess(em, query)),
  getPerson: ({ params }, { em }) => people.readPerson(em, params.id),

  async exportPerson({ params: { id } }, { em, accessLog, ...reader }) {
    const body = await people.exportOf(em, reader, { id, accessLog })
    return { body, headers: attachment('person.json') }
  },

  erasePerson: ({ params: { id }, body: { email } }, { em, files, ...reader }) =>
    people.eraseOf(em, reader, { id, email, files }),
} satisfies Handlers
