import type { addCustomer } from '../bench/customer.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

export type Customer = Awaited<ReturnType<typeof addCustomer>>

/** Queries that must return no rows, by name. */
const contradictions = {
  'pieces in two runs': `(select 1 from print_run_piece where spoiled_at is null group by piece_id having count(*) > 1) as twice`,
  'pieces in production without a run': `piece
    where test is null and status not in ('checking', 'ready', 'canceled', 'rejected')
      and not exists (select from print_run_piece where piece_id = piece.id and spoiled_at is null)`,
  'pieces that are not as far as their run': `piece join print_run_piece on piece_id = piece.id join print_run on print_run.id = run_id
    where spoiled_at is null and piece.status <> all (case print_run.status
      when 'printed' then array['printed'] when 'mailed' then array['in_transit', 'delivered', 'mailed']
      else array['in_production'] end)`,
  'runs with another number of pieces': `print_run where pieces <> (
    select count(*) from print_run_piece where run_id = print_run.id and spoiled_at is null)`,
  'pieces with a gap in their events': `piece where events <> (select count(*) from piece_event where piece_id = piece.id)
    or events <> (select max(number) from piece_event where piece_id = piece.id)`,
  'months that differ from their pieces': `usage_month where pieces <> (
    select count(*) from piece where piece.workspace_id = usage_month.workspace_id and piece.month = usage_month.month
      and status not in ('canceled', 'rejected'))`,
  'months that differ from their charges': `usage_month where pieces <> (
    select sum(pieces) from ledger_entry where ledger_entry.workspace_id = usage_month.workspace_id
      and ledger_entry.month = usage_month.month)`,
}

/** Reports contradictions in the database. */
export async function findContradictions(stage: Stage, findings: Findings): Promise<void> {
  for (const [what, rows] of Object.entries(contradictions)) {
    const found = await stage.count(rows)
    findings.failUnless(found === 0, `${found} ${what}`)
  }
}

/** A month's statement: whole pieces, and dollars. */
interface Stated {
  pieces: number
  total: number
}

/**
 * Reports differences between the ledger, the statement, and the number of pieces. Simulated pieces have no statement,
 * only usage.
 */
export async function compareBooks(
  stage: Stage,
  findings: Findings,
  { customer, cookie }: { customer: Customer; cookie: string },
): Promise<void> {
  const read = async (path: string): Promise<unknown> => {
    const url = `${stage.instances[0]?.url}/api/admin/accounts/${customer.account}/${path}`
    return (await fetch(url, { headers: { cookie } })).json()
  }
  // The parts of the responses that are read here.
  const statements = (await read('statements')) as Stated[]
  const usage = (await read('usage?mode=test')) as { Pieces: number; Total: number }
  const stated = {
    live: {
      pieces: statements.reduce((sum, { pieces }) => sum + pieces, 0),
      total: statements.reduce((sum, { total }) => sum + total, 0),
    },
    test: { pieces: usage.Pieces, total: usage.Total },
  }
  for (const mode of ['live', 'test'] as const) {
    const { workspace } = customer[mode]
    const counted = await stage.count(
      `piece where workspace_id = '${workspace}' and status not in ('canceled', 'rejected')`,
    )
    const [[charged] = []] = await stage.query(
      `select coalesce(sum(amount), 0) from ledger_entry where workspace_id = '${workspace}'`,
    )
    const ledger = Number(charged) / 10_000
    const { pieces, total } = stated[mode]
    findings.failUnless(pieces === counted, `${mode}: ${counted} pieces, and the statement has ${pieces}`)
    const isSame = total.toFixed(2) === ledger.toFixed(2)
    findings.failUnless(isSame, `${mode}: $${ledger} are charged, and the statement has $${total}`)
    findings.figure(`${mode}: ${pieces} pieces for $${total}`)
  }
}
