import type { SpamRecord, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import { countRowsUpTo, keysetPage, type PagedEntity } from '../../db/keyset-page.ts'
import { columns, type Fragment, type Selection } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { spamColumns } from '../../entities/spam-columns.ts'
import { unrecorded, type RecordType } from '../changes/record-type.ts'
import { applyEdits, type Changed, type Edit } from '../changes/apply-edits.ts'

/** The honeypot's columns. A record with text in its honeypot is spam. */
export function caughtBy(text: string | null | undefined): { isSpam: boolean; honeypot: string | null } {
  const honeypot = text?.trim() || null
  return { isSpam: honeypot !== null, honeypot }
}

/** The fields that change with the spam mark. */
export const spamFields = { spamMarkedBy: unrecorded, crmEnqueuedAt: unrecorded, crmSyncedAt: unrecorded }

interface SpamState {
  isSpam: boolean
  spamMarkedBy: string | null
  crmEnqueuedAt: string | null
  crmSyncedAt: string | null
}

/**
 * Derives the fields that depend on the spam mark. A record that is cleared before it was synced is sent to the CRM,
 * because its job may have ended while it was spam. If a record has two jobs, the second finds nothing to do.
 */
export function settledSpam<State extends SpamState>(before: SpamState, after: State, actor: { name: string }): State {
  if (before.isSpam === after.isSpam) return after
  if (after.isSpam) return { ...after, spamMarkedBy: actor.name }
  return { ...after, spamMarkedBy: null, crmEnqueuedAt: before.crmSyncedAt && before.crmEnqueuedAt }
}

type SpamEntity = PagedEntity & { properties: Record<keyof typeof spamColumns, unknown> }

export function spamReason(entity: SpamEntity): Fragment {
  const { honeypot, spamMarkedBy } = columns(entity)
  const marked = sql`${spamMarkedBy} || ' marked it as spam'`
  const caught = sql`'The hidden field was filled in: ' || ${honeypot}`
  return sql`left(coalesce(nullif(concat_ws('. ', ${marked}, ${caught}), ''), 'No reason was recorded'), 500)`
}

/** Counting stops here: exact numbers beyond it make no difference to staff. */
const countCap = 10_000

interface SpamRequest {
  entity: SpamEntity
  selection: Selection<SpamRecord>
  limit: number
  cursor?: string
}

export function spamPage(em: EntityManager, { entity, selection, limit, cursor }: SpamRequest) {
  const where = [columns(entity).isSpam]
  const total = () => countRowsUpTo(em, entity, where, countCap)
  return keysetPage(em, { entity, selection, limit, cursor, where, total })
}

/**
 * Marks records as spam or not spam: all of them or none. Cleared records are processed like new ones.
 * @throws {ProblemError} 404 when one does not exist, 412 when one has changed since the caller read it.
 */
export const setSpam = <State extends { isSpam: boolean }>(
  em: EntityManager,
  type: RecordType<State>,
  staff: StaffUser,
  edits: readonly Edit<State>[],
  onFreed: (id: string) => void,
) =>
  em
    .transactional((transaction) => applyEdits(transaction, type, staff, edits, { findsHidden: true }))
    .then(({ changed, records, groupId }): Changed<undefined> => {
      const spam = new Set(records.filter(({ state }) => state.isSpam).map(({ id }) => id))
      for (const { id } of changed) if (!spam.has(id)) onFreed(id)
      return { body: undefined, groupId }
    })
