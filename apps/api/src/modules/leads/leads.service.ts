import { randomUUIDv7 } from 'node:crypto'
import type { LeadInput, Receipt } from '@app/contract'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import type { EntityManager } from '../database.ts'
import type { Arrivals } from '../live/arrivals.ts'
import { LeadEntity } from './leads.entity.ts'

const leads = idempotentInsert(LeadEntity)

/** Absent, empty and blank all count as left out. */
const orNull = (text: string | undefined) => text?.trim() || null

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
  // Only machines fill the field that people do not see. They get the usual answer, so that they learn nothing.
  const isSpam = orNull(lead.website) !== null
  const asked = {
    firstName: lead.firstName.trim(),
    lastName: lead.lastName.trim(),
    email: lead.email,
    company: orNull(lead.company),
    phone: orNull(lead.phone),
    message: orNull(lead.message),
    industry: lead.industry ?? null,
    volume: lead.volume ?? null,
    leadSource: lead.leadSource.trim(),
    source: lead.source.trim(),
  } satisfies Record<Exclude<keyof LeadInput, 'website'>, string | null>
  const { receipt, isNew } = await storeOnce(em, leads, {
    body: lead,
    key: idempotencyKey,
    row: { id: randomUUIDv7(), ...asked, isSpam },
  })
  if (isNew && !isSpam) arrivals.note('leads', receipt.id)
  return receipt
}
