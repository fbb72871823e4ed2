import { createHash, randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { LeadInput, Receipt } from '@app/contract'
import { isoInstant } from '../../db/iso-instant.ts'
import { preparedRows } from '../../db/prepared.ts'
import { ProblemError } from '../../errors.ts'

const insertLead = {
  name: 'insert-lead',
  text: `insert into lead (id, first_name, last_name, email, company, phone, message, industry, volume,
                           lead_source, source, idempotency_key, idempotency_hash)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (idempotency_key) do nothing
         returning id, ${isoInstant('created_at')} as "createdAt"`,
}

const findByKey = {
  name: 'find-lead-by-key',
  text: `select id, ${isoInstant('created_at')} as "createdAt", idempotency_hash as hash
           from lead where idempotency_key = $1`,
}

/** Absent, empty and blank all mean that nothing was said. */
const orNull = (text: string | undefined) => text?.trim() || null

/**
 * Stores a lead in one statement. A key that was seen before brings the answer it brought then.
 * @throws {ProblemError} 422 when the key came before with another body.
 */
export async function createLead(em: EntityManager, lead: LeadInput, idempotencyKey?: string): Promise<Receipt> {
  const hash = idempotencyKey ? createHash('sha256').update(canonicalJson(lead)).digest() : null
  const [stored] = await preparedRows<Receipt>(em, insertLead, [
    randomUUIDv7(),
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
    idempotencyKey ?? null,
    hash,
  ])
  if (stored) return stored

  const [first] = await preparedRows<Receipt & { hash: Buffer }>(em, findByKey, [idempotencyKey])
  if (!first || !hash?.equals(first.hash)) {
    throw new ProblemError(422, 'idempotency_key_reused', 'This Idempotency-Key came before with another body.')
  }
  return { id: first.id, createdAt: first.createdAt }
}

/** The same members in another order are the same body. */
const canonicalJson = (lead: LeadInput): string =>
  JSON.stringify(Object.entries(lead).sort(([a], [b]) => (a < b ? -1 : 1)))
