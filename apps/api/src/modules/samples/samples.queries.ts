import { type Input, SampleRequest, SampleRequestCounts, SpamRecord, type SyncStatus } from '@app/contract'
import { fieldsWith, sampleRequestFields } from '@app/labels'
import { sql } from 'kysely'
import * as Type from 'typebox'
import type { Config } from '../../config/config.ts'
import {
  onlyRow,
  prepared,
  reader,
  columns,
  type Fragment,
  select,
  table,
  instantText,
  startOfDay,
} from '../../db/sql.ts'
import { csvFile } from '../../db/csv.ts'
import { all, countRowsUpTo, keysetPage, type Page, type Where, dayConditions } from '../../db/keyset-page.ts'
import { exportedCondition, searchCountCap, searchedPage } from '../../db/search.ts'
import { spamPage, spamReason } from '../spam/spam.ts'
import { withLastChange } from '../changes/changes.queries.ts'
import type { EntityManager } from '../../entities/database.ts'
import { businessDaysBetween, dayOf, isLate, lastLateDay } from './business-days.ts'
import { sampleAddress, SampleRequestEntity, searchedSampleRequest } from '../../entities/samples.entity.ts'
import { workPage } from './work-page.ts'

const requests = table(SampleRequestEntity)
const request = columns(SampleRequestEntity, SampleRequestEntity.tableName)
const other = columns(SampleRequestEntity, 'other')

export type SampleSettings = Pick<Config, 'crm' | 'businessTimeZone'>

// Without the limit, the planner may scan the whole table.
const another = (what: string, condition: Fragment) =>
  sql`(select ${sql.lit(what)} from ${requests} as other
        where ${condition} and ${other.id} <> ${request.id} and not ${other.isSpam} limit 1)`

/** The rules by which each request has duplicates. Null without any. */
const duplicateBy = prepared(sql`${request.id} as id, nullif(array_remove(array[
  ${another('email', sql`lower(${other.email}) = lower(${request.email})`)},
  ${another('address', sql`(${sampleAddress(other)}) = (${sampleAddress(request)})`)}
], null), '{}') as "duplicateBy"`)

/** A request as in the contract with a CRM, without the members that completed() adds. */
const shown = select(SampleRequestEntity, SampleRequest, {
  // Null for a request that staff never changed.
  version: sql`nullif(${request.version}, 1)`,
  changedAt: sql`null`,
  changedBy: sql`null`,
  waitingDays: sql`null`,
  isLate: sql`null`,
  pipedriveStatus: request.crmStatus,
  pipedriveDealId: sql`${request.crmDealId}::float8`,
  pipedriveError: request.crmError,
  // Selecting it here would change which index a list uses.
  duplicateBy: sql`null`,
})

/**
 * Without a CRM, a request that waits for one is shown as not configured. Filtering by the unused status finds nothing.
 */
const withoutCrm: Readonly<Partial<Record<SyncStatus, SyncStatus>>> = {
  pending: 'not_configured',
  not_configured: 'pending',
}
const statusOf = (status: SyncStatus, { crm }: SampleSettings) => (crm ? status : (withoutCrm[status] ?? status))

type SampleFilter = Omit<Input<'listSampleRequests'>['query'], 'limit' | 'cursor' | 'order'>

/** Overdue requests, by the calendar in this time zone. */
const lateCondition = (timeZone: string): Fragment =>
  sql`not ${request.processed}
      and ${request.createdAt} < ${startOfDay(sql`${lastLateDay(dayOf(new Date(), timeZone))}::date + 1`, timeZone)}`

/** The conditions of a caller's filters, excluding the search. Always excludes spam. */
function sampleConditions(filter: SampleFilter, settings: SampleSettings): Where {
  const { businessTimeZone } = settings
  const { processed, printed, late, pipedriveStatus, ids } = filter
  const where = [sql`not ${request.isSpam}`, ...dayConditions(request.createdAt, filter, businessTimeZone)]
  if (ids) where.push(sql`${request.id} = any(${sql.val(`{${ids.join()}}`)}::uuid[])`)
  // Not a parameter, so that the planner sees which partial index matches.
  if (processed !== undefined) where.push(processed ? request.processed : sql`not ${request.processed}`)
  if (printed !== undefined) where.push(sql`${request.printedAt} is ${printed ? sql`not null` : sql`null`}`)
  if (late !== undefined) {
    const isLate = lateCondition(businessTimeZone)
    where.push(late ? isLate : sql`not (${isLate})`)
  }
  if (pipedriveStatus) where.push(sql`${request.crmStatus} = ${statusOf(pipedriveStatus, settings)}`)
  return where
}

/** Counting stops here: exact numbers beyond it make no difference to staff. */
const countCap = 10_000

/** One page of requests: newest first, or in the order in which staff process them. */
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
      selection: shown,
      where: [...where, ...search],
      limit,
      cursor,
      ...counted,
    }),
  )
  return { ...page, rows: await completed(em, page.rows, settings) }
}

const countOf = (condition: Fragment) =>
  sql`(select count(*)::int
         from (select 1 from ${requests} where ${condition} and not ${request.isSpam} limit ${sql.lit(countCap)}) as found)`

const isPending = sql`not ${request.processed}`
const counted = prepared(
  sql`${countOf(sql`true`)} as "all", ${countOf(isPending)} as pending,
      ${countOf(sql`${isPending} and ${request.printedAt} is null`)} as "toPrint",
      ${countOf(sql`${isPending} and ${request.printedAt} is not null`)} as printed,
      ${countOf(request.processed)} as processed, ${countOf(sql`${request.crmStatus} = 'failed'`)} as "syncFailed"`,
)
const counts = reader(SampleRequestCounts)

/** Counts of requests by kind, in one statement that reads no more rows than it counts. */
export const countSampleRequests = async (em: EntityManager, timeZone: string): Promise<SampleRequestCounts> =>
  onlyRow(await counts(em, sql`select ${counted}, ${countOf(lateCondition(timeZone))} as late`))

/** These requests as in the contract, omitting missing ones and spam. */
export async function findSampleRequests(em: EntityManager, ids: readonly string[], settings: SampleSettings) {
  const where = all(sampleConditions({ ids: [...ids] }, settings))
  return completed(em, await shown.read(em, sql`where ${where}`), settings)
}

const repeated = reader(Type.Pick(SampleRequest, ['id', 'duplicateBy']))

/** Adds duplicates, age, and the author of the last change to requests, and adjusts their status. */
async function completed(em: EntityManager, rows: SampleRequest[], settings: SampleSettings): Promise<SampleRequest[]> {
  if (rows.length === 0) return []
  const ids = sql.join(rows.map(({ id }) => id))
  const found = await repeated(em, sql`select ${duplicateBy} from ${requests} where ${request.id} in (${ids})`)
  const known = new Map(found.map((row) => [row.id, row]))
  const { businessTimeZone } = settings
  const today = dayOf(new Date(), businessTimeZone)
  const completed = rows.map((row) => ({
    ...row,
    ...known.get(row.id),
    ...waitOf(row, today, businessTimeZone),
    pipedriveStatus: statusOf(row.pipedriveStatus, settings),
  }))
  return withLastChange(em, completed)
}

function waitOf({ processed, createdAt }: SampleRequest, today: string, timeZone: string) {
  const days = processed ? 0 : businessDaysBetween(dayOf(new Date(createdAt), timeZone), today)
  return { ...(days > 0 && { waitingDays: days }), ...(isLate(days) && { isLate: true }) }
}

const caught = select(SampleRequestEntity, SpamRecord, {
  message: request.notes,
  reason: spamReason(SampleRequestEntity),
})

export const listSpamSampleRequests = (em: EntityManager, query: Input<'listSpamSampleRequests'>['query']) =>
  spamPage(em, { entity: SampleRequestEntity, selection: caught, ...query })

/** The source of requests without a label. */
const samplesPage = 'Free Samples Page'

/** Number of requests per source on each day in the business time zone, `index` days after the first. */
export const countRequestsByDay = (em: EntityManager, from: string, to: string, timeZone: string) =>
  // Avoids the plugin of tables(), which would convert the label like the column.
  em
    .getKysely()
    .selectFrom('sample_request')
    .select((eb) => [
      sql<number>`(${eb.ref('created_at')} at time zone ${timeZone})::date - ${from}::date`.as('index'),
      sql<string>`coalesce(${eb.ref('source')}, ${samplesPage})`.as('source'),
      sql<number>`count(*)::float8`.as('count'),
    ])
    .where('created_at', '>=', startOfDay(sql`${from}::date`, timeZone))
    .where('created_at', '<', startOfDay(sql`${to}::date + 1`, timeZone))
    .where('is_spam', '=', false)
    .groupBy(['index', 'sample_request.source'])
    .execute()

const fieldCells = fieldsWith(sampleRequestFields, 'csv').map((name): [string, Fragment] => [
  sampleRequestFields[name].csv,
  request[name],
])

const csvColumns = ({ crm }: SampleSettings): Readonly<Record<string, Fragment>> => ({
  id: request.id,
  ...Object.fromEntries(fieldCells),
  processedAt: instantText(request.processedAt),
  processedBy: request.processedBy,
  printedAt: instantText(request.printedAt),
  printedBy: request.printedBy,
  pipedriveStatus: crm ? request.crmStatus : sql`replace(${request.crmStatus}, 'pending', 'not_configured')`,
  createdAt: instantText(request.createdAt),
})

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
