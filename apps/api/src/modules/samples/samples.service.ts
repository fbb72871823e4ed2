import { randomUUIDv7 } from 'node:crypto'
import type {
  SampleRequestInput,
  BulkSampleRequestPatch,
  SampleRequest,
  SampleRequestPatch,
  StaffUser,
} from '@app/contract'
import { fieldNames, sampleFormFields } from '@app/labels'
import { storedAnswers } from '../../db/stored-answers.ts'
import { idempotentInsert, type Stored, storeOnce } from '../../db/idempotent-insert.ts'
import { caughtBy } from '../spam/spam.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { Arrivals } from '../announcements/arrivals.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { readState, sampleRequestRecord } from './sample-request-record.ts'
import type { Config } from '../../config/config.ts'
import { mailIsOff, notFound } from '../../errors/errors.ts'
import { applyEdits, type Changed, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { findSampleRequests, type SampleSettings } from './samples.queries.ts'

/**
 * Area code and exchange of the North American Numbering Plan: neither begins with 0 or 1 or is a service code like
 * 911.
 */
const usNumber = /^1?([2-9](?!11)\d\d[2-9](?!11)\d{6})$/

/** "+1" and ten digits for a US number, otherwise null. A number with another country's prefix is not a US number. */
function normalizedPhone(typed: string | null): string | null {
  if (typed === null || /^\s*\+(?!\D*1)/.test(typed)) return null
  const [, digits] = usNumber.exec(typed.replaceAll(/\D/g, '')) ?? []
  return digits ? `+1${digits}` : null
}

const requests = idempotentInsert(SampleRequestEntity)

const answers = fieldNames(sampleFormFields)

/**
 * Stores a request in one statement. Repeating a key returns the same response.
 * @throws {ProblemError} 422 when the key was used with another body.
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
    // Excludes touches, as for leads.
    body: request,
    key: idempotencyKey,
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

type MarkSettings = SampleSettings & Pick<Config, 'mail'>

function assertMail({ notifyRequester }: SampleRequestPatch, { mail }: MarkSettings): void {
  if (notifyRequester && !mail) throw mailIsOff()
}

/**
 * Applies the same patch to all of these requests or to none. Omits deleted requests from the result.
 * @throws {ProblemError} 412 when one has changed since the caller read it, 409 when the requester should get a mail
 * but no email server is set up.
 */
export const updateSampleRequests = (
  em: EntityManager,
  staff: StaffUser,
  { records, patch }: BulkSampleRequestPatch,
  settings: MarkSettings,
) =>
  em.transactional(async (transaction): Promise<Changed<SampleRequest[]>> => {
    assertMail(patch, settings)
    const edits = records.map((record) => ({ ...record, patch }))
    const { groupId } = await applyEdits(transaction, sampleRequestRecord, staff, edits, { skipsMissing: true })
    const ids = records.map(({ id }) => id)
    return { body: await findSampleRequests(transaction, ids, settings), groupId }
  })

/** @throws {ProblemError} like `updateSampleRequests`, and 404 when no request has this id. */
export function updateSampleRequest(
  em: EntityManager,
  staff: StaffUser,
  edit: OneEdit<SampleRequestPatch>,
  settings: MarkSettings,
) {
  assertMail(edit.patch, settings)
  return editOne(em, sampleRequestRecord, staff, edit, async (transaction, id) => {
    const [request] = await findSampleRequests(transaction, [id], settings)
    if (!request) throw notFound('sample request')
    return request
  })
}
