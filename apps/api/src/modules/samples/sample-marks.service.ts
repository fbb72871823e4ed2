import type { BulkSampleRequestPatch, SampleRequest, SampleRequestPatch, StaffUser } from '@app/contract'
import type { Config } from '../../config/config.ts'
import { mailIsOff, notFound } from '../../errors/errors.ts'
import { applyEdits, type Changed } from '../changes/apply-edits.ts'
import { editOne, type OneEdit } from '../changes/one-record.ts'
import type { EntityManager } from '../../entities/database.ts'
import { sampleRequestRecord } from './sample-request-record.ts'
import { findSampleRequests, type SampleSettings } from './samples.queries.ts'

type MarkSettings = SampleSettings & Pick<Config, 'mail'>

function assertMail({ notifyRequester }: SampleRequestPatch, { mail }: MarkSettings): void {
  if (notifyRequester && !mail) throw mailIsOff()
}

/**
 * Applies the same patch to all of these requests or to none. Omits deleted requests from the result.
 * @throws {ProblemError} 412 when one has changed since the caller read it, 409 when the requester should get a mail
 * and no email server is set up.
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

/** @throws {ProblemError} as above, and 404 when no request has this id. */
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
