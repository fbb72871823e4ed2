import { createHash, randomUUIDv7 } from 'node:crypto'
import { type LeadNoteInput, type StaffUser, TimelineEntry } from '@app/contract'
import { sql } from 'kysely'
import { announceChange } from '../../../db/live-channel.ts'
import { invalidMember, ProblemError } from '../../../errors.ts'
import { type EntityManager, tables } from '../../database.ts'
import { addInboxItems } from '../../messages/inbox.service.ts'
import { lockedLeads, workable } from './lead-work.service.ts'

/** A key is the caller's own: nobody else's note can come back. */
export const storedKey = (staff: StaffUser, key: string): string =>
  createHash('sha256').update(`${staff.id} ${key}`).digest('hex')

/**
 * Adds a note to a lead. A key that was used before brings the same note again.
 * @throws {ProblemError} 404 when no lead has this id, 409 when it was merged, 400 when somebody is mentioned who has no
 * enabled account, 422 when the key came with another note before.
 */
export const addLeadNote = (
  em: EntityManager,
  staff: StaffUser,
  id: string,
  { text, mentions = [] }: LeadNoteInput,
  key: string | undefined,
) =>
  em.transactional(async (transaction): Promise<TimelineEntry> => {
    workable(await lockedLeads(transaction, [id]), id)
    await assertMentions(transaction, mentions)
    const data = { text: text.trim(), ...(mentions.length > 0 && { mentions }) }
    const idempotencyKey = key ? storedKey(staff, key) : null
    const [added] = await tables(transaction)
      .insertInto('lead_event')
      .values({
        id: randomUUIDv7(),
        createdAt: sql<Date>`clock_timestamp()`,
        lead: id,
        kind: 'note',
        actorAccount: staff.id,
        actor: staff.name,
        data,
        idempotencyKey,
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning(['id', 'createdAt'])
      .execute()
    if (added) {
      await announceChange(transaction, 'leads', [{ id }])
      const others = [...new Set(mentions)].filter((account) => account !== staff.id)
      await addInboxItems(
        transaction,
        others.map((account) => ({ staff: account, kind: 'mention' as const, lead: id, actor: staff.name })),
      )
    }
    const note = added ?? (await noteOf(transaction, idempotencyKey, id, data.text))
    return {
      ...data,
      id: note.id,
      leadId: id,
      kind: 'note',
      at: note.createdAt.toISOString(),
      by: staff.name,
      byId: staff.id,
    }
  })

async function noteOf(transaction: EntityManager, key: string | null, leadId: string, text: string) {
  const note = await tables(transaction)
    .selectFrom('lead_event')
    .select(['id', 'createdAt', 'data'])
    .where('idempotencyKey', '=', key)
    .where('lead', '=', leadId)
    .executeTakeFirst()
  if (note?.data.text === text) return note
  throw new ProblemError(422, 'idempotency_key_reused', 'This Idempotency-Key was already used with another note.')
}

async function assertMentions(transaction: EntityManager, mentions: readonly string[]): Promise<void> {
  if (mentions.length === 0) return
  const found = await tables(transaction)
    .selectFrom('staff_user')
    .select('id')
    .where('id', 'in', [...mentions])
    .where('disabledAt', 'is', null)
    .execute()
  const enabled = new Set(found.map(({ id }) => id))
  const unknown = mentions.findIndex((id) => !enabled.has(id))
  if (unknown >= 0) throw invalidMember(`/mentions/${unknown}`, 'must be an enabled account')
}
