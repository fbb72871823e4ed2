import type { AccessFilter } from '@app/contract'
import { loggable } from '../errors/loggable.ts'
import type { StaffRequestContext } from '../http/context.ts'
import type { Services } from './services.ts'
import type { Access } from '../modules/privacy/access-log.ts'

/** Filters whose values are enumerated in the contract or contain a day. Other filters could contain personal data. */
const kept = new Set([
  'columns',
  'converted',
  'due',
  'from',
  'industry',
  'late',
  'month',
  'order',
  'pipedriveStatus',
  'printed',
  'processed',
  'stage',
  'to',
  'volume',
  'won',
])

const longestValue = 200

/** The filters of an export, excluding the search. */
const filtersOf = (query: object): AccessFilter[] =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value: kept.has(name) ? String(value).slice(0, longestValue) : 'set' }))

type Context = StaffRequestContext & Pick<Services, 'accessLog'>

/** Logs an export before its file is sent, and its row count afterwards. `make` reports rows as they are read. */
export async function recordedExport(
  context: Context,
  { query, ...access }: Pick<Access, 'list' | 'recordId'> & { query: object },
  make: (onRows: (count: number) => void) => Promise<AsyncIterable<string>>,
): Promise<AsyncIterable<string>> {
  const id = await context.accessLog.record(context, { kind: 'export', ...access, filters: filtersOf(query) })
  let rows = 0
  const file = await make((count) => {
    rows += count
  })
  return counted(context, id, file, () => rows)
}

async function* counted(context: Context, id: string, file: AsyncIterable<string>, rows: () => number) {
  try {
    yield* file
  } finally {
    // Includes exports that the reader aborted.
    await context.accessLog.finish(id, rows()).catch((error: unknown) => {
      context.log.warn({ error: loggable(error) }, 'the rows of an export were not written down')
    })
  }
}
