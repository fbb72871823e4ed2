import { randomUUIDv7 } from 'node:crypto'
import { LeadInput, type Receipt, type StaffUser } from '@app/contract'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import { announceChange } from '../../db/live-channel.ts'
import { honeypot, spamMark } from '../../db/spam.ts'
import { notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import type { Arrivals } from '../live/arrivals.ts'
import { LeadEntity } from './leads.entity.ts'

const leads = idempotentInsert(LeadEntity)

type Answer = Exclude<keyof LeadInput, 'website'>

/** The request as its row stores it: every member but the honeypot, trimmed, and null where an optional one is blank. */
type Answers = { [Name in Answer]: undefined extends LeadInput[Name] ? string | null : string }

const answerNames = Object.keys(LeadInput.properties).filter((name) => name !== 'website')

function answersOf(lead: LeadInput): Answers {
  const given: Record<string, string | undefined> = lead
  const answers: Record<string, string | null> = {}
  for (const name of answerNames) answers[name] = given[name]?.trim() || null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The schema has refused blank required members.
  return answers as Answers
}

/**
 * Stores a lead in one statement. A key that was used before brings the same answer again.
 * @throws {ProblemError} 422 when the key came with another body before.
 */
export async function createLead(
  em: EntityManager,
  arrivals: Arrivals,
  lead: LeadInput,
  idempotencyKey?: string,
): Promise<Receipt> {
  // Only bots fill in the honeypot. They get the usual answer, so that they learn nothing.
  const caught = honeypot(lead.website)
  const { receipt, isNew } = await storeOnce(em, leads, {
    body: lead,
    key: idempotencyKey,
    row: { id: randomUUIDv7(), ...answersOf(lead), ...caught },
  })
  if (isNew && !caught.isSpam) arrivals.note('leads', receipt.id)
  return receipt
}

/**
 * Takes a lead out of the spam, where it arrives like any other, or marks it as spam.
 * @throws {ProblemError} 404 when no lead has this id.
 */
export async function setSpam(
  em: EntityManager,
  arrivals: Arrivals,
  staff: StaffUser,
  { id, isSpam }: { id: string; isSpam: boolean },
): Promise<void> {
  const changed = await em.transactional(async (transaction) => {
    const marked = await tables(transaction)
      .updateTable('lead')
      .set(spamMark(isSpam, staff))
      .where('id', '=', id)
      .where('isSpam', '<>', isSpam)
      .returning('id')
      .execute()
    await announceChange(transaction, 'leads', marked)
    return marked
  })
  if (changed.length > 0) {
    if (!isSpam) arrivals.note('leads', id)
    return
  }
  const existing = await tables(em).selectFrom('lead').select('id').where('id', '=', id).executeTakeFirst()
  if (!existing) throw notFound('lead')
}
