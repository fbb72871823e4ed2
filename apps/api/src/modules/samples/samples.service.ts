import { randomUUIDv7 } from 'node:crypto'
import type { Receipt, SampleRequest, SampleRequestInput } from '@app/contract'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import { notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import type { Arrivals } from '../live/arrivals.ts'
import { findSampleRequest, type SampleSettings } from './samples.queries.ts'
import { readState } from './states.ts'
import { normalizedPhone } from './us-phone.ts'

const statements = idempotentInsert('sample_request', [
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_normalized',
  'company',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'state_needs_review',
  'zip',
  'sample_type',
  'notes',
  'source',
  'is_spam',
])

/** Absent, null, empty and blank all mean that nothing was said. */
const orNull = (text: string | null | undefined) => text?.trim() || null

/**
 * Stores a request in one statement. A key that was seen before brings the answer it brought then.
 * @throws {ProblemError} 422 when the key came before with another body.
 */
export async function createSampleRequest(
  em: EntityManager,
  arrivals: Arrivals,
  request: SampleRequestInput,
  idempotencyKey?: string,
): Promise<Receipt> {
  const phone = orNull(request.phone)
  const { state, needsReview } = readState(request.state)
  // A machine that fills every field is answered like a person, so that it learns nothing.
  const isSpam = orNull(request.website) !== null
  const { receipt, isNew } = await storeOnce(em, statements, {
    id: randomUUIDv7(),
    body: request,
    key: idempotencyKey,
    values: [
      request.firstName.trim(),
      request.lastName.trim(),
      request.email,
      phone,
      normalizedPhone(phone),
      orNull(request.company),
      request.addressLine1.trim(),
      orNull(request.addressLine2),
      request.city.trim(),
      state,
      needsReview,
      request.zip,
      request.sampleType,
      orNull(request.notes),
      orNull(request.source),
      isSpam,
    ],
  })
  if (isNew && !isSpam) arrivals.note('sample_requests', receipt.id)
  return receipt
}

/** @throws {ProblemError} 404 when no request has this id. */
export async function setProcessed(
  em: EntityManager,
  id: string,
  processed: boolean,
  settings: SampleSettings,
): Promise<SampleRequest> {
  await tables(em)
    .updateTable('sample_request')
    .set({ processed })
    .where('id', '=', id)
    .where('isSpam', '=', false)
    .execute()
  const changed = await findSampleRequest(em, id, settings)
  if (!changed) throw notFound('sample request')
  return changed
}
