import { randomUUIDv7 } from 'node:crypto'
import type { SampleRequestInput } from '@app/contract'
import { fieldNames, sampleFormFields } from '@app/labels'
import { storedAnswers } from '../../db/stored-answers.ts'
import { idempotentInsert, type Stored, storeOnce } from '../../db/idempotent-insert.ts'
import { caughtBy } from '../spam/spam.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { Arrivals } from '../announcements/arrivals.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { readState } from './states.ts'
import { normalizedPhone } from './us-phone.ts'

const requests = idempotentInsert(SampleRequestEntity)

const answers = fieldNames(sampleFormFields)

/**
 * Stores a request in one statement. A key that was used before returns the same response.
 * @throws {ProblemError} 422 when the key came with another body before.
 */
export async function createSampleRequest(
  em: EntityManager,
  arrivals: Arrivals,
  { touches, ...request }: SampleRequestInput,
  idempotencyKey?: string,
): Promise<Stored> {
  const { state, needsReview } = readState(request.state)
  // Only bots fill in the honeypot. They get the usual response, which reveals nothing.
  const caught = caughtBy(request.website)
  const asked = { ...storedAnswers(request, answers), state }
  const stored = await storeOnce(em, requests, {
    // Without the touches, as with a lead.
    body: request,
    keys: idempotencyKey === undefined ? [] : [idempotencyKey],
    row: {
      id: randomUUIDv7(),
      ...asked,
      phoneNormalized: normalizedPhone(asked.phone),
      stateNeedsReview: needsReview,
      ...caught,
      touches: touches ?? null,
    },
  })
  if (stored.isNew && !caught.isSpam) arrivals.note('sample_requests', stored.receipt.id)
  return stored
}
