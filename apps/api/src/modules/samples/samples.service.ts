import { randomUUIDv7 } from 'node:crypto'
import type { Receipt, SampleRequestInput } from '@app/contract'
import { idempotentInsert, storeOnce } from '../../db/idempotent-insert.ts'
import { honeypot } from '../../db/spam.ts'
import type { EntityManager } from '../database.ts'
import type { Arrivals } from '../live/arrivals.ts'
import { SampleRequestEntity } from './samples.entity.ts'
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
  { touches, ...request }: SampleRequestInput,
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
  } satisfies Record<Exclude<keyof SampleRequestInput, 'website' | 'touches'>, string | null>
  const { receipt, isNew } = await storeOnce(em, requests, {
    // Without the touches, as with a lead.
    body: request,
    key: idempotencyKey,
    row: {
      id: randomUUIDv7(),
      ...asked,
      phoneNormalized: normalizedPhone(phone),
      stateNeedsReview: needsReview,
      ...caught,
      touches: touches ?? null,
    },
  })
  if (isNew && !caught.isSpam) arrivals.note('sample_requests', receipt.id)
  return receipt
}
