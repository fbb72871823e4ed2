import { pageResponse } from '../http/page-response.ts'
import type { Handlers } from './context.ts'
import { listChanges } from '../modules/changes/changes.queries.ts'
import { type RecordTypes, revertGroup } from '../modules/changes/revert.service.ts'

export const changeHandlers = (recordTypes: RecordTypes) =>
  ({
    async listChanges({ query }, { em, url }) {
      return pageResponse(url, await listChanges(em, recordTypes, query))
    },

    async revertChange({ params }, { em, staff, tokenScopes }) {
      const { records, groupId } = await revertGroup(em, recordTypes, { staff, tokenScopes }, params.id)
      return { body: { changed: records.length, records }, headers: { 'Change-Group': groupId } }
    },
  }) satisfies Handlers
