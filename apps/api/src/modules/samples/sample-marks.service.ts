import type { FieldChange, SampleRequest, SampleRequestHistoryEntry, StaffUser } from '@app/contract'
import * as Type from 'typebox'
import type { Config } from '../../config.ts'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { columnsOf } from '../../db/columns.ts'
import { seenVersion, stale } from '../../db/if-match.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { announceChange } from '../../db/live-channel.ts'
import { invalidMember, notFound } from '../../errors.ts'
import type { EntityManager } from '../database.ts'
import { type Following, followMarks, shippingMailsOf } from '../messages/shipping-mails.service.ts'
import { Marks, MarksChange, SampleRequestEntity } from './samples.entity.ts'
import { findSampleRequests, type SampleSettings } from './samples.queries.ts'

const { tableName } = SampleRequestEntity
const request = columnsOf(SampleRequestEntity)

/** What is to become of a request. Members that are left out stay as they are. */
interface MarksInput {
  processed?: boolean | undefined
  printed?: boolean | undefined
  trackingNumber?: string | null | undefined
  /** Whether the requester is told. */
  mailRequester?: boolean | undefined
}

/** What marking depends on. */
type MarkSettings = SampleSettings & Pick<Config, 'mail'>

const Stored = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  firstName: Type.String(),
  email: Type.String(),
  ...Marks.properties,
  last: Type.Union([MarksChange, Type.Null()]),
})
type Stored = Type.Static<typeof Stored>
const storedRows = checkedRows(Stored)

/** The marks of these requests with their rows locked in one order everywhere, so that two writers never wait for each other. */
async function lockedRequests(transaction: EntityManager, ids: readonly string[]): Promise<Stored[]> {
  const found = await transaction.execute(
    `select ${request.id} as id, ${request.version} as version, ${request.firstName} as "firstName",
            ${request.email} as email, ${request.processed} as processed,
            ${isoInstant(request.processedAt)} as "processedAt", ${request.processedBy} as "processedBy",
            ${isoInstant(request.printedAt)} as "printedAt", ${request.printedBy} as "printedBy",
            ${request.trackingNumber} as "trackingNumber", ${request.history} -> -1 as last
       from ${tableName}
      where ${request.id} = any(?::uuid[]) and not ${request.isSpam}
      order by ${request.id}
        for update`,
    [`{${ids.join()}}`],
  )
  return storedRows(found)
}

/** @throws {ProblemError} 412 when one has changed since its caller saw it, 400 when a version is missing. */
function assertSeen(stored: readonly Stored[], ids: readonly string[], versions: readonly number[] | undefined): void {
  if (!versions) return
  if (versions.length !== ids.length) throw invalidMember('/versions', 'must have one for each id')
  const seen = new Map(ids.map((id, place) => [id, versions[place]]))
  if (stored.some(({ id, version }) => seen.get(id) !== version)) throw stale()
}

const times = checkedRows(Type.Object({ at: Type.String() }))

/** The transaction may have begun long before it got the locks. */
const currentTime = async (transaction: EntityManager): Promise<string> =>
  onlyRow(times(await transaction.execute(`select ${isoInstant('clock_timestamp()')} as at`))).at

const marksOf = ({ processed, processedAt, processedBy, printedAt, printedBy, trackingNumber }: Marks): Marks => ({
  processed,
  processedAt,
  processedBy,
  printedAt,
  printedBy,
  trackingNumber,
})

/** The bar code of a USPS label holds the ZIP code too, in front of the number. */
const zipOfLabel = /^420\d{5}(?:\d{4})?(?=9\d{19,25}$)/

/** As it is stored: in capitals, without the spaces and dashes that people type. */
const plainNumber = (typed: string | null): string | null =>
  typed?.replaceAll(/[ -]/g, '').toUpperCase().replace(zipOfLabel, '') || null

/** Marking again what is processed keeps the first time. Printing again is the last time that it was printed. */
function changedMarks(
  before: Marks,
  { processed, printed, trackingNumber }: MarksInput,
  at: string,
  by: string,
): Marks {
  const isNewState = processed !== undefined && processed !== before.processed
  return {
    ...marksOf(before),
    ...(isNewState && { processed, processedAt: processed ? at : null, processedBy: processed ? by : null }),
    ...(printed !== undefined && { printedAt: printed ? at : null, printedBy: printed ? by : null }),
    ...(trackingNumber !== undefined && { trackingNumber: plainNumber(trackingNumber) }),
  }
}

/** So many changes of a request are remembered, newest last. */
const remembered = 20

const names = ['processed', 'processedAt', 'processedBy', 'printedAt', 'printedBy', 'trackingNumber'] as const
const types: Readonly<Record<(typeof names)[number], string>> = {
  processed: 'boolean',
  processedAt: 'timestamptz',
  processedBy: 'text',
  printedAt: 'timestamptz',
  printedBy: 'text',
  trackingNumber: 'text',
}

interface Write {
  before: Stored
  after: Marks
}

interface Saving {
  kind: MarksChange['kind']
  at: string
  writes: readonly Write[]
  following: Following
}

/** Writes marks with their history and the live event, and nothing about requests that stay as they are. Requesters are told. */
async function saveMarks(
  transaction: EntityManager,
  staff: StaffUser,
  { kind, at, writes, following }: Saving,
): Promise<void> {
  await followMarks(
    transaction,
    staff,
    writes.map(
      ({ before: { id, firstName, email, processed: wasProcessed }, after: { processed, trackingNumber } }) => ({
        id,
        firstName,
        email,
        wasProcessed,
        processed,
        trackingNumber,
      }),
    ),
    following,
  )
  const changed = writes.filter(({ before, after }) => names.some((name) => before[name] !== after[name]))
  if (changed.length === 0) return
  const rows = changed.map(({ before, after }) => {
    const entry: MarksChange = {
      kind,
      at,
      by: staff.name,
      byId: staff.id,
      version: before.version + 1,
      before: marksOf(before),
      after,
    }
    return { id: before.id, ...after, entry }
  })
  await transaction.execute(
    `update ${tableName} as stored
        set ${names.map((name) => `${request[name]} = changed."${name}"`).join(', ')},
            ${request.version} = stored.${request.version} + 1,
            ${request.history} = jsonb_path_query_array(
              coalesce(stored.${request.history}, '[]') || changed.entry, '$[last - ${remembered - 1} to last]')
       from jsonb_to_recordset(?::jsonb) as changed
            (id uuid, ${names.map((name) => `"${name}" ${types[name]}`).join(', ')}, entry jsonb)
      where stored.${request.id} = changed.id`,
    [JSON.stringify(rows)],
  )
  await announceChange(transaction, 'sample_requests', rows)
}

interface Named {
  ids: readonly string[]
  /** The version of each that the caller saw. */
  versions?: readonly number[] | undefined
}

/**
 * Marks all of these requests or none, and returns them without those that no longer exist.
 * @throws {ProblemError} 412 when somebody has changed one since the caller saw it.
 */
export const setMarks = (
  em: EntityManager,
  staff: StaffUser,
  { ids, versions }: Named,
  input: MarksInput,
  settings: MarkSettings,
): Promise<SampleRequest[]> =>
  em.transactional(async (transaction) => {
    const stored = await lockedRequests(transaction, ids)
    assertSeen(stored, ids, versions)
    const at = await currentTime(transaction)
    const writes = stored.map((before) => ({ before, after: changedMarks(before, input, at, staff.name) }))
    const following = { mails: input.mailRequester, canMail: settings.mail !== undefined }
    await saveMarks(transaction, staff, { kind: 'change', at, writes, following })
    return findSampleRequests(transaction, ids, settings)
  })

/** @throws {ProblemError} 404 when no request has this id, 412 when it has changed since the version in If-Match. */
export async function setMarksOfOne(
  em: EntityManager,
  staff: StaffUser,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
  input: MarksInput,
  settings: MarkSettings,
): Promise<SampleRequest> {
  const seen = seenVersion(ifMatch)
  const [changed] = await setMarks(
    em,
    staff,
    { ids: [id], ...(seen !== null && { versions: [seen] }) },
    input,
    settings,
  )
  if (!changed) throw notFound('sample request')
  return changed
}

/**
 * Takes back the last change of each of these requests: all of them, or none when one has changed since. What was there
 * before is there again, also what somebody else had marked. Taking back is a change too, which can be taken back.
 * @throws {ProblemError} 412 when somebody has changed one since the caller saw it.
 */
export const undoMarks = (
  em: EntityManager,
  staff: StaffUser,
  { ids, versions }: Required<Named>,
  settings: MarkSettings,
): Promise<SampleRequest[]> =>
  em.transactional(async (transaction) => {
    const stored = await lockedRequests(transaction, ids)
    assertSeen(stored, ids, versions)
    const at = await currentTime(transaction)
    const writes = stored.flatMap((before) => (before.last ? [{ before, after: before.last.before }] : []))
    const following = { mails: 'as before', canMail: settings.mail !== undefined } as const
    await saveMarks(transaction, staff, { kind: 'undo', at, writes, following })
    return findSampleRequests(transaction, ids, settings)
  })

const histories = checkedRows(Type.Object({ history: Type.Union([Type.Array(MarksChange), Type.Null()]) }))

/** What staff did about a request and what its requester was told, newest first. @throws {ProblemError} 404 when no request has this id. */
export async function listHistory(em: EntityManager, id: string): Promise<SampleRequestHistoryEntry[]> {
  const found = await em.execute(
    `select ${request.history} as history from ${tableName} where ${request.id} = ? and not ${request.isSpam}`,
    [id],
  )
  const [row] = histories(found)
  if (!row) throw notFound('sample request')
  const changes = (row.history ?? []).map(({ kind, at, by, byId, version, before, after }) => ({
    kind,
    at,
    by,
    byId,
    version,
    changes: changesBetween(before, after),
  }))
  const mails = (await shippingMailsOf(em, id)).map((mail) => ({
    kind: 'mail' as const,
    at: (mail.sentAt ?? mail.createdAt).toISOString(),
    by: mail.actor ?? 'Staff',
    ...(mail.actorAccount !== null && { byId: mail.actorAccount }),
    changes: [],
    mailStatus: mail.status,
    ...(mail.error !== null && { mailError: mail.error }),
  }))
  // A mail stands above the mark that it follows.
  return [...changes, ...mails].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).toReversed()
}

/** What an entry tells: who did it stands beside it. */
const told = ['printedAt', 'processed', 'trackingNumber'] as const

const shown = (value: string | boolean | null): string | null => (value === null ? null : String(value))

const changesBetween = (before: Marks, after: Marks): FieldChange[] =>
  told
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }))
    .filter((change) => change.before !== change.after)
