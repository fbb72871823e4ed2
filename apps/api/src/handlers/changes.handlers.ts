import { pageResponse } from '../http/responses.ts'
import type { Handlers } from './context.ts'
import { listChanges } from '../modules/changes/changes.queries.ts'
import { revertGroup } from '../modules/changes/revert.service.ts'

export const changeHandlers = {
  listChanges: ({ query }, { em, url }) => pageResponse(url, listChanges(em, query)),

  async revertChange({ params }, { em, staff, tokenScopes }) {
    const { records, groupId } = await revertGroup(em, { staff, tokenScopes }, params.id)
    return { body: { changed: records.length, records }, headers: { 'Change-Group': groupId } }
  },
} satisfies Handlers
