import { type Money, priceOfVolume } from '@app/pricing'
import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import * as Type from 'typebox'
import { onlyRow, reader, columns, startOfDay, table } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { PrintRunEntity, PrintRunFileEntity } from '../../entities/production.entity.ts'
import { stateGauges } from '../../metrics/metrics.ts'
import { currentMonth } from '../pieces/usage.queries.ts'
import { isDue, isWaiting } from './runs/waiting.queries.ts'

const piece = columns(PieceEntity)
const printRun = columns(PrintRunEntity, PrintRunEntity.tableName)
const file = columns(PrintRunFileEntity, PrintRunFileEntity.tableName)

const State = Type.Object({
  waiting: Type.Number(),
  late: Type.Number(),
  overdueSeconds: Type.Number(),
  checkingSeconds: Type.Number(),
  rejected: Type.Number(),
  runs: Type.Number(),
  preparingSeconds: Type.Number(),
  failedFiles: Type.Number(),
})
const states = reader(State)

const seconds = (since: ReturnType<typeof sql>) =>
  sql`coalesce(greatest(0, extract(epoch from now() - ${since})), 0)::float8`

/** One query for everything except the charges. Each part reads a small partial index. */
const readState = async (em: EntityManager, timeZone: string) =>
  onlyRow(
    await states(
      em,
      sql`
      select waiting.pieces::float8 as waiting, waiting.late::float8 as late,
             ${seconds(startOfDay(sql`waiting.oldest + 1`, timeZone))} as "overdueSeconds",
             ${seconds(sql`(select min(${piece.createdAt}) from ${table(PieceEntity)} where ${piece.status} = 'checking' and ${piece.test} is null)`)}
               as "checkingSeconds",
             (select count(*)::float8 from ${table(PieceEntity)}
               where ${piece.status} = 'rejected' and ${piece.test} is null
                 and ${piece.createdAt} > now() - interval '1 day') as rejected,
             open.runs::float8 as runs, ${seconds(sql`open.oldest`)} as "preparingSeconds",
             (select count(*)::float8 from ${table(PrintRunFileEntity)} join ${table(PrintRunEntity)} on ${printRun.id} = ${file.run}
               where ${printRun.status} = 'preparing' and ${file.failure} is not null) as "failedFiles"
        from (select count(*) as pieces, count(*) filter (where ${piece.dueOn} < (now() at time zone ${timeZone})::date) as late,
                     min(${piece.dueOn}) as oldest
                from ${table(PieceEntity)} where ${isWaiting} and ${isDue(undefined, timeZone)}) as waiting,
             (select count(*) as runs, min(${printRun.createdAt}) filter (where ${printRun.status} = 'preparing') as oldest
                from ${table(PrintRunEntity)} where ${printRun.status} in ('preparing', 'ready', 'printed')) as open`,
    ),
  )

/** This month's charges so far, across all accounts. */
async function chargedThisMonth(em: EntityManager, timeZone: string): Promise<Money> {
  const months = await tables(em)
    .selectFrom('usage_month')
    .innerJoin('workspace', 'workspace.id', 'usage_month.workspace')
    .select(['usage_month.pieces', 'usage_month.items'])
    .where('usage_month.month', '=', await currentMonth(em, timeZone))
    .where('workspace.mode', '=', 'live')
    .execute()
  return months.reduce((sum, volume) => sum + priceOfVolume(volume), 0n)
}

async function read(em: EntityManager, timeZone: string) {
  const fork = em.fork()
  const [state, charged] = [await readState(fork, timeZone), await chargedThisMonth(fork, timeZone)]
  return { ...state, dollars: Number(charged) / 10_000 }
}

/** The state's values, with the names and descriptions of their gauges. */
const gauges = [
  ['waiting', 'print_pieces_waiting', 'Live pieces that a print run can take'],
  ['late', 'print_pieces_late', 'Live pieces that wait for a print run and were due before today'],
  [
    'overdueSeconds',
    'print_pieces_overdue_seconds',
    'Time since the end of the day on which the oldest waiting piece was due',
  ],
  ['checkingSeconds', 'print_pieces_checking_seconds', 'Age of the oldest piece whose print file is not checked yet'],
  ['rejected', 'print_pieces_rejected', 'Pieces of the last 24 hours that were rejected'],
  ['runs', 'print_runs_open', 'Print runs that are not mailed yet'],
  ['preparingSeconds', 'print_run_preparing_seconds', 'Age of the oldest print run whose files are not ready'],
  ['failedFiles', 'print_run_files_failed', 'Files of print runs that could not be generated'],
  ['dollars', 'print_charged_dollars', 'What the live pieces of this month are charged so far'],
] as const

export function measureProduction(em: EntityManager, registry: Registry, timeZone: string): void {
  const { gauge } = stateGauges(registry, () => read(em, timeZone))
  for (const [value, name, help] of gauges) gauge(name, help, (state) => state[value])
}
