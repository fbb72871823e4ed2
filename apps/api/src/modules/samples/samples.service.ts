import { randomUUIDv7 } from 'node:crypto'
import type { Receipt, SampleRequest, SampleRequestInput, StaffUser } from '@app/contract'
import { now } from '../../db/database-clock.ts'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import { announceChange } from '../../db/live-channel.ts'
import { honeypot } from '../../db/spam.ts'
import { notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import type { Arrivals } from '../live/arrivals.ts'
import { SampleRequestEntity } from './samples.entity.ts'
import { findSampleRequests, type SampleSettings } from './samples.queries.ts'
import { readState } from './states.ts'
import { normalizedPhone } from './us-phone.ts'

const requests = idempotentInsert(SampleRequestEntity)

/** Absent, null, empty and blank all count as left out. */
const orNull = (text: string | null | undefined) => text?.trim() || null

/**
 * Stores a request in one statement. A key that was used before brings the same answer again.
 * @throws {ProblemError} 422 when the key came with another body before.
 */
export async function createSampleRequest(
  em: EntityManager,
  arrivals: Arrivals,
  request: SampleRequestInput,
  idempotencyKey?: string,
): Promise<Receipt> {
  const phone = orNull(request.phone)
  const { state, needsReview } = readState(request.state)
  // Only machines fill the field that people do not see. They get the usual answer, so that they learn nothing.
  const caught = honeypot(request.website)
  const asked = {
    firstName: request.firstName.trim(),
    lastName: request.lastName.trim(),
    email: request.email,
    phone,
    company: orNull(request.company),
    addressLine1: request.addressLine1.trim(),
    addressLine2: orNull(request.addressLine2),
    city: request.city.trim(),
    state,
    zip: request.zip,
    sampleType: request.sampleType,
    templateId: orNull(request.templateId),
    templateName: orNull(request.templateName),
    notes: orNull(request.notes),
    source: orNull(request.source),
  } satisfies Record<Exclude<keyof SampleRequestInput, 'website'>, string | null>
  const { receipt, isNew } = await storeOnce(em, requests, {
    body: request,
    key: idempotencyKey,
    row: {
      id: randomUUIDv7(),
      ...asked,
      phoneNormalized: normalizedPhone(phone),
      stateNeedsReview: needsReview,
      ...caught,
    },
  })
  if (isNew && !caught.isSpam) arrivals.note('sample_requests', receipt.id)
  return receipt
}

/** @throws {ProblemError} 404 when no request has this id. */
export async function setProcessed(
  em: EntityManager,
  staff: StaffUser,
  id: string,
  processed: boolean,
  settings: SampleSettings,
): Promise<SampleRequest> {
  const [changed] = await setManyProcessed(em, staff, [id], processed, settings)
  if (!changed) throw notFound('sample request')
  return changed
}

/** Marks all of them or none, and returns them without those that no longer exist. Repeating it changes nothing. */
export const setManyProcessed = (
  em: EntityManager,
  staff: StaffUser,
  ids: readonly string[],
  processed: boolean,
  settings: SampleSettings,
): Promise<SampleRequest[]> =>
  em.transactional(async (transaction) => {
    const changed = await tables(transaction)
      .updateTable('sample_request')
      .set(processed ? { processed, processedAt: now, processedBy: staff.name } : pending)
      .where('id', 'in', ids)
      .where('isSpam', '=', false)
      .where('processed', '<>', processed)
      .returning('id')
      .execute()
    await announceChange(transaction, 'sample_requests', changed)
    return findSampleRequests(transaction, ids, settings)
  })

const pending = { processed: false, processedAt: null, processedBy: null }

/** Records who printed labels or packing slips. Returns the requests without those that no longer exist. */
export const setManyPrinted = (
  em: EntityManager,
  staff: StaffUser,
  ids: readonly string[],
  settings: SampleSettings,
): Promise<SampleRequest[]> =>
  em.transactional(async (transaction) => {
    const printed = await tables(transaction)
      .updateTable('sample_request')
      .set({ printedAt: now, printedBy: staff.name })
      .where('id', 'in', ids)
      .where('isSpam', '=', false)
      .returning('id')
      .execute()
    await announceChange(transaction, 'sample_requests', printed)
    return findSampleRequests(transaction, ids, settings)
  })
