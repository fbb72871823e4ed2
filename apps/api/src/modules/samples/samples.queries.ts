import { type Input, SampleRequest, SampleRequestCounts, SpamRecord, type SyncStatus } from '@app/contract'
import { fieldsWith, sampleRequestFields } from '@app/labels'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { Config } from '../../config/config.ts'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { columnsOf, selection } from '../../db/columns.ts'
import { csvFile } from '../../db/csv.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, countRowsUpTo, joined, keysetPage, type Page, valuesOf } from '../../db/keyset-page.ts'
import { dayConditions } from '../../db/record-conditions.ts'
import { columns, select } from '../../db/typed-columns.ts'
import { exportedCondition, searchCountCap, searchedPage } from '../../db/search.ts'
import { spamPage, spamReason } from '../spam/spam.ts'
import { withLastChange } from '../changes/changes.queries.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { businessDaysBetween, dayOf, isLate, lastLateDay } from './business-days.ts'
import { sampleAddress, SampleRequestEntity, searchedSampleRequest } from '../../entities/samples.entity.ts'
import { workPage } from './work-page.ts'

const { tableName } = SampleRequestEntity
const request = columnsOf(SampleRequestEntity)

/** The settings that an answer depends on. */
export type SampleSettings = Pick<Config, 'crm' | 'businessTimeZone'>

/** Without a CRM, a request that waits for one reads as not configured. */
const statusSql = ({ crm }: SampleSettings) =>
  crm ? request.crmStatus : `replace(${request.crmStatus}, 'pending', 'not_configured')`

// Without the limit the planner may scan the whole table.
const another = (what: string, condition: string) =>
  `(select '${what}' from ${tableName} as other
     where ${condition} and other.${request.id} <> ${tableName}.${request.id} and not other.${request.isSpam} limit 1)`

/** SQL for what this request has in common with another one. Null when there is no such request. */
const repeatsSql = `nullif(array_remove(array[
  ${another('email', `lower(other.${request.email}) = lower(${tableName}.${request.email})`)},
  ${another('address', `(${sampleAddress('other.')}) = (${sampleAddress(`${tableName}.`)})`)}
], null), '{}')`

/** A request as the contract shows it, but for what it repeats and how long it has waited. */
const shown = (settings: SampleSettings) =>
  selection(SampleRequestEntity, SampleRequest, {
    // A request that nobody has touched has none.
    version: `nullif(${request.version}, 1)`,
    // Asked for separately, like the repeats.
    changedAt: 'null',
    changedBy: 'null',
    waitingDays: 'null',
    isLate: 'null',
    pipedriveStatus: statusSql(settings),
    pipedriveDealId: `${request.crmDealId}::float8`,
    pipedriveError: request.crmError,
    // Selecting it here would change which index a list reads; withRepeats() asks for it separately.
    repeats: 'null',
  })

// Without a CRM the two words for waiting are swapped, so that a filter by the unused one finds nothing.
const withoutCrm: Record<SyncStatus, string> = {
  pending: 'not_configured',
  not_configured: 'pending',
  synced: 'synced',
  failed: 'failed',
}

type SampleFilter = Omit<Input<'listSampleRequests'>['query'], 'limit' | 'cursor' | 'order'>

/** What is pending for too long, as the day on which the caller asks has it. */
const lateCondition = (timeZone: string): Conditions[number] => [
  `not ${request.processed} and ${request.createdAt} < (?::date + 1)::timestamp at time zone ?`,
  [lastLateDay(dayOf(new Date(), timeZone)), timeZone],
]

/** The conditions that a caller's filters stand for, but for the search. Spam is always left out. */
function sampleConditions(filter: SampleFilter, { crm, businessTimeZone }: SampleSettings): Conditions {
  const { processed, printed, late, pipedriveStatus, from, to, ids } = filter
  const where: Conditions = [[`not ${request.isSpam}`, []], ...dayConditions(from, to, businessTimeZone)]
  if (ids) where.push([`${request.id} = any(?::uuid[])`, [`{${ids.join()}}`]])
  // Not a parameter: the planner has to see which partial index fits.
  if (processed !== undefined) where.push([processed ? request.processed : `not ${request.processed}`, []])
  if (printed !== undefined) where.push([`${request.printedAt} is ${printed ? 'not null' : 'null'}`, []])
  if (late !== undefined) {
    const [sql, values] = lateCondition(businessTimeZone)
    where.push([late ? sql : `not (${sql})`, values])
  }
  if (pipedriveStatus) where.push([`${request.crmStatus} = ?`, [crm ? pipedriveStatus : withoutCrm[pipedriveStatus]]])
  return where
}

/** Counting stops here: beyond it the exact number makes no difference to staff. */
const countCap = 10_000

/** One page of requests: newest first, or in the order in which staff work through them. */
export async function listSampleRequests(
  em: EntityManager,
  query: Input<'listSampleRequests'>['query'],
  settings: SampleSettings,
): Promise<Page<SampleRequest>> {
  const { limit, cursor, order, ...filter } = query
  const listed = order === 'work' ? workPage : keysetPage
  const entity = SampleRequestEntity
  const where = sampleConditions(filter, settings)
  const counted = filter.q ? { countCap: searchCountCap } : { total: () => countRowsUpTo(em, entity, where, countCap) }
  const page = await searchedPage(em, searchedSampleRequest, filter.q, (fork, search) =>
    listed(fork, {
      entity,
      selection: shown(settings),
      where: [...where, ...search],
      limit,
      cursor,
      ...counted,
    }),
  )
  return { ...page, rows: await completed(em, page.rows, settings) }
}

const countOf = (condition: string) =>
  `(select count(*)::int
      from (select 1 from ${tableName} where ${condition} and not ${request.isSpam} limit ${countCap}) as found)`

const counts = checkedRows(SampleRequestCounts)

/** How many requests there are of each kind, in one statement that reads no more rows than it counts. */
export async function countSampleRequests(em: EntityManager, timeZone: string): Promise<SampleRequestCounts> {
  const [late, values] = lateCondition(timeZone)
  const found = await em.execute(
    `select ${countOf('true')} as "all", ${countOf(`not ${request.processed}`)} as pending,
            ${countOf(late)} as late,
            ${countOf(`not ${request.processed} and ${request.printedAt} is null`)} as "toPrint",
            ${countOf(`not ${request.processed} and ${request.printedAt} is not null`)} as printed,
            ${countOf(request.processed)} as processed, ${countOf(`${request.crmStatus} = 'failed'`)} as "syncFailed"`,
    values,
  )
  return onlyRow(counts(found))
}

/** These requests as the contract shows them, without those that do not exist and those that are spam. */
export async function findSampleRequests(
  em: EntityManager,
  ids: readonly string[],
  settings: SampleSettings,
): Promise<SampleRequest[]> {
  const { sql, rows } = shown(settings)
  const where = sampleConditions({ ids: [...ids] }, settings)
  const found = await em.execute(`select ${sql} from ${tableName} where ${joined(where)}`, valuesOf(where))
  return completed(em, rows(found), settings)
}

const repeated = checkedRows(Type.Pick(SampleRequest, ['id', 'repeats']))

/** The requests with what they repeat, how long they have waited, and who changed each last. */
async function completed(
  em: EntityManager,
  rows: SampleRequest[],
  { businessTimeZone }: SampleSettings,
): Promise<SampleRequest[]> {
  if (rows.length === 0) return []
  const found = await em.execute(
    `select ${request.id} as id, ${repeatsSql} as repeats
       from ${tableName} where ${request.id} in (${rows.map(() => '?').join(', ')})`,
    rows.map(({ id }) => id),
  )
  const known = new Map(repeated(found).map((row) => [row.id, row]))
  const today = dayOf(new Date(), businessTimeZone)
  const completed = rows.map((row) => ({ ...row, ...known.get(row.id), ...waitOf(row, today, businessTimeZone) }))
  return withLastChange(em, completed)
}

function waitOf({ processed, createdAt }: SampleRequest, today: string, timeZone: string) {
  const days = processed ? 0 : businessDaysBetween(dayOf(new Date(createdAt), timeZone), today)
  return { ...(days > 0 && { waitingDays: days }), ...(isLate(days) && { isLate: true }) }
}

const caught = select(SampleRequestEntity, SpamRecord, {
  message: columns(SampleRequestEntity).notes,
  reason: spamReason(SampleRequestEntity),
})

/** One page of the requests that were caught as spam. */
export const listSpamSampleRequests = (em: EntityManager, query: Input<'listSpamSampleRequests'>['query']) =>
  spamPage(em, { entity: SampleRequestEntity, selection: caught, ...query })

/** What came from one source on one day, `index` days after the first. */
export const DayCount = Type.Object({ index: Type.Integer(), source: Type.String(), count: Type.Integer() })
export type DayCount = Type.Static<typeof DayCount>

const dayCounts = checkedRows(DayCount)

/** The page that sends no label. */
const samplesPage = 'Free Samples Page'

/** How many requests each source brought on each of these days of the business time zone. */
export async function countRequestsByDay(
  em: EntityManager,
  from: string,
  to: string,
  timeZone: string,
): Promise<DayCount[]> {
  const start = (day: string, days = 0) => sql<Date>`(${day}::date + ${days}::int)::timestamp at time zone ${timeZone}`
  const found = await tables(em)
    .selectFrom('sample_request')
    .select((eb) => [
      sql`(${eb.ref('createdAt')} at time zone ${timeZone})::date - ${from}::date`.as('index'),
      sql`coalesce(${eb.ref('source')}, ${samplesPage})`.as('label'),
      sql`count(*)::float8`.as('count'),
    ])
    .where('createdAt', '>=', start(from))
    .where('createdAt', '<', start(to, 1))
    .where('isSpam', '=', false)
    .groupBy(['index', 'label'])
    .execute()
  return dayCounts(found.map(({ label, ...row }) => ({ ...row, source: label })))
}

const fieldCells = fieldsWith(sampleRequestFields, 'csv').map((name): [string, string] => [
  sampleRequestFields[name].csv,
  request[name],
])

const csvColumns = (settings: SampleSettings): Record<string, string> => ({
  id: request.id,
  ...Object.fromEntries(fieldCells),
  processedAt: isoInstant(request.processedAt),
  processedBy: request.processedBy,
  printedAt: isoInstant(request.printedAt),
  printedBy: request.printedBy,
  pipedriveStatus: statusSql(settings),
  createdAt: isoInstant(request.createdAt),
})

/** All requests that pass the filter, as CSV. */
export async function exportSampleRequests(
  em: EntityManager,
  filter: SampleFilter,
  settings: SampleSettings,
  onRows?: (count: number) => void,
) {
  const first = filter.q ? await listSampleRequests(em, { ...filter, limit: 1 }, settings) : {}
  const search = exportedCondition(searchedSampleRequest, filter.q, first)
  return csvFile(em, {
    entity: SampleRequestEntity,
    columns: csvColumns(settings),
    where: [...sampleConditions(filter, settings), ...search],
    onRows,
  })
}
