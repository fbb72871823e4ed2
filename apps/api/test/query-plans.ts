import pg from 'pg'
import { vi } from 'vitest'

/** A node in the output of `explain (analyze, buffers, format json)`, with the properties that are read here. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The cost of the statements that a piece of code sent. */
export interface Cost {
  /** Tables that a sequential scan reads completely, however large they grow. */
  scannedTables: string[]
  /** Number of rows in the largest sort. */
  sortedRows: number
  /** Number of 8 KiB pages that all statements touched, in memory or on disk. */
  pages: number
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Small tables are scanned because that is the fastest way to read them. */
const fewRows = 10_000

/** A scan below a limit ends early in a table of any size if at least one row in ten matches. */
const endsEarly = (scan: Node) => scan['Actual Rows'] * 10 >= (scan['Rows Removed by Filter'] ?? 0)

/** These nodes read all of their input before they return their first row. */
const needsAllRows = /Sort|Aggregate|Hash|WindowAgg/

const endlessScans = (node: Node, isLimited = false): Node[] => {
  // PostgreSQL reports average rows per loop; a parallel scan has a loop per process.
  const rowsRead = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  const isEndless = node['Node Type'] === 'Seq Scan' && rowsRead > fewRows && !(isLimited && endsEarly(node))
  const limitsBelow = node['Node Type'] === 'Limit' || (isLimited && !needsAllRows.test(node['Node Type']))
  const below = (node.Plans ?? []).flatMap((plan) => endlessScans(plan, limitsBelow))
  return isEndless ? [node, ...below] : below
}

const sortedBy = ({ Plans = [] }: Node) =>
  Math.max(...Plans.map((below) => below['Actual Rows'] * below['Actual Loops']))

/** Runs a piece of code, and then each of its queries again to see what it read. Index names do not matter. */
export async function costOf(db: pg.Client, run: () => Promise<unknown>): Promise<Cost> {
  const sent = await queriesOf(run)
  const plans: Node[] = []
  for (const { text, values } of sent) {
    const { rows } = await db.query(`explain (analyze, buffers, format json) ${text}`, values)
    plans.push(rows[0]['QUERY PLAN'][0].Plan)
  }
  const sorts = plans.flatMap(nodesOf).filter((node) => node['Node Type'].endsWith('Sort'))
  return {
    scannedTables: plans.flatMap((plan) => endlessScans(plan)).map((scan) => scan['Relation Name'] ?? ''),
    sortedRows: Math.max(0, ...sorts.map(sortedBy)),
    pages: plans.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0),
  }
}

/** The queries that a piece of code sends, seen at the driver, whatever library wrote them. */
async function queriesOf(run: () => Promise<unknown>): Promise<{ text: string; values: unknown[] }[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await run()
    // The driver accepts the text and its values separately or as one object.
    const calls = query.mock.calls as unknown as [string | { text: string; values?: unknown[] }, unknown[]?][]
    return calls
      .map(([first, values = []]) =>
        typeof first === 'string' ? { text: first, values } : { text: first.text, values: first.values ?? values },
      )
      .filter(({ text }) => /^\s*(select|with)\b/i.test(text))
  } finally {
    query.mockRestore()
  }
}
