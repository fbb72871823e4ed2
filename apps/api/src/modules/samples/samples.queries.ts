import type { EntityManager } from '@mikro-orm/postgresql'
import type { Input, SampleRequest, SampleRequestCounts, SyncStatus } from '@app/contract'
import type { Config } from '../../config.ts'
import { type CsvColumn, csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, countRowsUpTo, keysetPage, type Page } from '../../db/keyset-page.ts'
import { dayConditions, searchCondition, searchCountCap } from '../../db/record-conditions.ts'
import { sampleAddress } from './samples.entity.ts'
import { workPage } from './work-page.ts'

/** What an answer depends on beside the table. */
export type SampleSettings = Pick<Config, 'crm' | 'businessTimeZone'>

/** While there is no CRM, a request that waits for one reads as not configured. */
const statusColumn = ({ crm }: SampleSettings) =>
  crm ? 'crm_status' : `replace(crm_status, 'pending', 'not_configured')`

// A limit, or the planner would read the whole table for it.
const another = (what: string, condition: string) =>
  `(select '${what}' from sample_request as other
     where ${condition} and other.id <> sample_request.id and not other.is_spam limit 1)`

/** SQL for what another request has too; null when none has. */
const repeats = `nullif(array_remove(array[
  ${another('email', 'lower(other.email) = lower(sample_request.email)')},
  ${another('address', `(${sampleAddress('other.')}) = (${sampleAddress('sample_request.')})`)}
], null), '{}')`

/** SQL for a request as the contract shows it. */
export const sampleColumns = (settings: SampleSettings): string =>
  `id, first_name as "firstName", last_name as "lastName", email, phone, company,
   address_line1 as "addressLine1", address_line2 as "addressLine2", city, state, zip,
   sample_type as "sampleType", ${statusColumn(settings)} as "pipedriveStatus",
   crm_deal_id::float8 as "pipedriveDealId", crm_error as "pipedriveError",
   state_needs_review as "stateNeedsReview", processed, notes, ${isoInstant('created_at')} as "createdAt"`

// Without a CRM the two words for waiting change places, so that asking for the one not in use finds nothing.
const withoutCrm: Record<SyncStatus, string> = {
  pending: 'not_configured',
  not_configured: 'pending',
  synced: 'synced',
  failed: 'failed',
}

type SampleFilter = Omit<Input<'listSampleRequests'>['query'], 'limit' | 'cursor' | 'order'>

/** What a filter asks for; what machines sent is never in it. */
export function sampleConditions(filter: SampleFilter, { crm, businessTimeZone }: SampleSettings): Conditions {
  const { q, processed, pipedriveStatus, from, to } = filter
  const where: Conditions = [['not is_spam', []], ...searchCondition(q), ...dayConditions(from, to, businessTimeZone)]
  if (processed !== undefined) where.push(['processed = ?', [processed]])
  if (pipedriveStatus) where.push(['crm_status = ?', [crm ? pipedriveStatus : withoutCrm[pipedriveStatus]]])
  return where
}

/** Members that hold nothing are left out. */
const withoutNulls = (row: SampleRequest): SampleRequest =>
  // Only optional members can be null in the table.
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as SampleRequest

/** More requests than staff can tell apart by number are not counted. */
const countCap = 10_000

/** One page of requests: newest first, or in the order of the work. */
export async function listSampleRequests(
  em: EntityManager,
  query: Input<'listSampleRequests'>['query'],
  settings: SampleSettings,
): Promise<Page<SampleRequest>> {
  const { limit, cursor, order, ...filter } = query
  const listed = order === 'work' ? workPage : keysetPage
  const table = 'sample_request'
  const where = sampleConditions(filter, settings)
  const columns = sampleColumns(settings)
  const counted = filter.q ? { countCap: searchCountCap } : { total: () => countRowsUpTo(em, table, where, countCap) }
  const page = await listed<SampleRequest>(em, { table, columns, where, limit, cursor, ...counted })
  return { ...page, rows: await withRepeats(em, page.rows) }
}

const countOf = (condition: string) =>
  `(select count(*)::int from (select 1 from sample_request where ${condition} and not is_spam limit ${countCap}) as found)`

/** How many requests there are of each kind, in one statement that reads no more of the table than it counts. */
export async function countSampleRequests(em: EntityManager): Promise<SampleRequestCounts> {
  const [counts] = await em.execute<[SampleRequestCounts]>(
    `select ${countOf('true')} as "all", ${countOf('not processed')} as pending, ${countOf('processed')} as processed,
            ${countOf("crm_status = 'failed'")} as "syncFailed"`,
  )
  return counts
}

/** Asked for apart: in the list's own query it would change which index that reads. */
export async function withRepeats(em: EntityManager, rows: SampleRequest[]): Promise<SampleRequest[]> {
  if (rows.length === 0) return []
  const found = await em.execute<Pick<SampleRequest, 'id' | 'repeats'>[]>(
    `select id, ${repeats} as repeats from sample_request where id in (${rows.map(() => '?').join(', ')})`,
    rows.map(({ id }) => id),
  )
  const known = new Map(found.map(({ id, ...said }) => [id, said]))
  return rows.map((row) => withoutNulls({ ...row, ...known.get(row.id) }))
}

const csvColumns: CsvColumn[] = [
  ['id', 'id'],
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['company', 'company'],
  ['addressLine1', 'address_line1'],
  ['addressLine2', 'address_line2'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'zip'],
  ['sampleType', 'sample_type'],
  ['processed', 'processed'],
]

/** All requests under the same filter, as CSV. */
export const exportSampleRequests = (em: EntityManager, filter: SampleFilter, settings: SampleSettings) =>
  csvFile(em, {
    table: 'sample_request',
    columns: [
      ...csvColumns,
      ['pipedriveStatus', statusColumn(settings)],
      ['createdAt', isoInstant('created_at')],
      ['notes', 'notes'],
    ],
    where: sampleConditions(filter, settings),
  })
