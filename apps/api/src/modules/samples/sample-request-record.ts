import type { SampleRequestPatch } from '@app/contract'
import { otherStateNames, stateNames } from '@app/labels'
import { settledSpam, spamFields } from '../spam/spam.ts'
import {
  type Field,
  edited,
  type Proposal,
  type RecordType,
  recordType,
  type StateOf,
  transient,
  unrecorded,
} from '../changes/record-type.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'

const codes = new Map(
  Object.entries({ ...stateNames, ...otherStateNames }).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
)

/** Parses a USPS code or a full name, in any case. Other text is kept and flagged for review. */
export function readState(typed: string): { state: string; needsReview: boolean } {
  const state = typed.trim()
  const code = codes.get(state.toUpperCase().replaceAll(/\s+/g, ' '))
  return { state: code ?? state, needsReview: code === undefined }
}

const fields = {
  processed: edited,
  processedAt: edited,
  processedBy: edited,
  /** Exists only in requests; its time and author are stored. */
  printed: transient<boolean>(),
  printedAt: edited,
  printedBy: edited,
  trackingNumber: edited,
  addressLine1: edited,
  addressLine2: edited,
  city: edited,
  state: edited,
  zip: edited,
  /** Derived from the state. */
  stateNeedsReview: unrecorded,
  /** The relay that sends the mail reads it from the history. */
  notifyRequester: transient<boolean>(),
  isSpam: edited,
  ...spamFields,
} satisfies Record<keyof SampleRequestPatch, Field> & Record<string, Field>

type RequestState = StateOf<typeof SampleRequestEntity, typeof fields>

/** The barcode of a USPS label starts with the ZIP Code. */
const zipOfLabel = /^420\d{5}(?:\d{4})?(?=9\d{19,25}$)/

/** The stored form: uppercase, without typed spaces and dashes. */
const plainNumber = (typed: string | null): string | null =>
  typed?.replaceAll(/[ -]/g, '').toUpperCase().replace(zipOfLabel, '') || null

/** Marking a processed request again keeps the first time; printing again updates the time. */
function settle({ before, after, patch, actor, at }: Proposal<RequestState>): RequestState {
  const { printed, trackingNumber, notifyRequester } = patch
  const isNewState = after.processed !== before.processed
  const by = (isSet: boolean) => (isSet ? { at, name: actor.name } : { at: null, name: null })
  const settled = { ...after, printed: null }
  // Undo restores the earlier time and name.
  if (isNewState && patch.processedAt === undefined) {
    const mark = by(after.processed)
    Object.assign(settled, { processedAt: mark.at, processedBy: mark.name })
  }
  if (typeof printed === 'boolean') Object.assign(settled, { printedAt: by(printed).at, printedBy: by(printed).name })
  if (trackingNumber !== undefined) settled.trackingNumber = plainNumber(trackingNumber)
  if (patch.addressLine1 !== undefined) settled.addressLine1 = patch.addressLine1.trim()
  if (patch.addressLine2 !== undefined) settled.addressLine2 = patch.addressLine2?.trim() || null
  if (patch.city !== undefined) settled.city = patch.city.trim()
  if (patch.state !== undefined) {
    const { state, needsReview } = readState(patch.state)
    Object.assign(settled, { state, stateNeedsReview: needsReview })
  }
  const mails = after.processed && (isNewState || notifyRequester === true)
  settled.notifyRequester = mails ? (notifyRequester ?? null) : null
  return settledSpam(before, settled, actor)
}

export const sampleRequestRecord: RecordType<RequestState> = recordType({
  name: 'sample_request',
  label: 'sample request',
  entity: SampleRequestEntity,
  fields,
  live: 'sample_requests',
  roles: ['owner', 'editor'],
  scope: 'samples:write',
  isHidden: ({ isSpam }) => isSpam,
  settle,
})
