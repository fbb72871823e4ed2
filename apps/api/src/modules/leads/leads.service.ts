import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { LeadInput, Receipt } from '@app/contract'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import type { Arrivals } from '../live/arrivals.ts'

const statements = idempotentInsert('lead', [
  'first_name',
  'last_name',
  'email',
  'company',
  'phone',
  'message',
  'industry',
  'volume',
  'lead_source',
  'source',
  'is_spam',
])

/** Absent, empty and blank all mean that nothing was said. */
const orNull = (text: string | undefined) => text?.trim() || null

/**
 * Stores a lead in one statement. A key that was seen before brings the answer it brought then.
 * @throws {ProblemError} 422 when the key came before with another body.
 */
export async function createLead(
  em: EntityManager,
  arrivals: Arrivals,
  lead: LeadInput,
  idempotencyKey?: string,
): Promise<Receipt> {
  // A machine that fills every field is answered like a person, so that it learns nothing.
  const isSpam = orNull(lead.website) !== null
  const { receipt, isNew } = await storeOnce(em, statements, {
    id: randomUUIDv7(),
    body: lead,
    key: idempotencyKey,
    values: [
      lead.firstName.trim(),
      lead.lastName.trim(),
      lead.email,
      orNull(lead.company),
      orNull(lead.phone),
      orNull(lead.message),
      lead.industry ?? null,
      lead.volume ?? null,
      lead.leadSource.trim(),
      lead.source.trim(),
      isSpam,
    ],
  })
  if (isNew && !isSpam) arrivals.note('leads', receipt.id)
  return receipt
}
