import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { RemoteTrace } from '../crm/erasure.ts'
import { kinds, type RecordKind } from '../crm/records.ts'
import type { Crm, RemoteId } from '../crm/pipedrive.ts'
import { titleOf } from '../crm/sync.ts'

const tables = ['lead', 'sample_request'] as const satisfies RecordKind[]

type Row = Record<string, unknown> & {
  id: string
  first_name: string
  last_name: string
  company: string | null
  crm_creating: string | null
  crm_person_id: number | null
}

/** Ours alone: they say nothing of the person. */
const internal = ['idempotency_key', 'idempotency_hash', 'crm_creating', 'crm_creating_at', 'crm_enqueued_at']

async function recordsOf(em: EntityManager, table: RecordKind, email: string): Promise<Row[]> {
  const rows = await em.execute<{ row: Row }[]>(
    `select to_jsonb(found) as row from ${table} as found where lower(email) = lower(?) order by created_at, id`,
    [email],
  )
  return rows.map(({ row }) => row)
}

/** What the CRM holds: the person, what our records became there, and what was written about those. */
async function heldByCrm(crm: Crm, email: string, traces: RemoteTrace[]) {
  const held = { persons: [] as unknown[], leads: [] as unknown[], deals: [] as unknown[], notes: [] as unknown[] }
  const found = await crm.findPerson(email)
  const all = found === undefined ? traces : [...traces, { kind: 'person' as const, id: found }]
  const told = all.filter((trace): trace is RemoteTrace & { id: RemoteId } => trace.id !== null)
  for (const { kind, id } of new Map(told.map((trace) => [`${trace.kind} ${trace.id}`, trace])).values()) {
    const record = await crm.read(kind, id)
    if (record === undefined) continue
    held[`${kind}s`].push(record)
    if (kind !== 'person')
      held.notes.push(...(await crm.readNotes(kind === 'lead' ? { lead_id: id } : { deal_id: id })))
  }
  return held
}

/** Everything that we hold of the person with this email, for the person; with a CRM, what that holds too. */
export async function exportPerson(em: EntityManager, email: string, crm?: Crm) {
  const rows = {
    lead: await recordsOf(em, 'lead', email),
    sample_request: await recordsOf(em, 'sample_request', email),
  }
  const shown = (table: RecordKind) =>
    rows[table].map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !internal.includes(name))))
  const traces = tables.flatMap((table) => rows[table].flatMap((row) => tracesOf(table, row)))
  const accounts = await em.execute<object[]>(
    'select email, name, role, created_at, disabled_at from staff_user where lower(email) = lower(?)',
    [email],
  )
  const invitations = await em.execute<object[]>(
    'select email, name, role, invited_by, created_at, expires_at from staff_invitation where email = lower(?)',
    [email],
  )
  return {
    email,
    exportedAt: new Date().toISOString(),
    leads: shown('lead'),
    sampleRequests: shown('sample_request'),
    staffAccounts: accounts,
    staffInvitations: invitations,
    /** Null when none is configured. */
    crm: crm ? await heldByCrm(crm, email, traces) : null,
  }
}

/** What the CRM was told of a record, or may have been. */
function tracesOf(kind: RecordKind, row: Row): RemoteTrace[] {
  const traces: RemoteTrace[] = []
  // The columns hold what the CRM called the record: a number, a UUID or nothing.
  const subject = row[kinds[kind].subject] as number | string | null
  if (subject !== null || row.crm_creating === 'subject') {
    traces.push({ kind: kind === 'lead' ? 'lead' : 'deal', id: subject, title: titleOf({ kind, ...row }) })
  }
  if (row.crm_person_id !== null || row.crm_creating === 'person') {
    traces.push({ kind: 'person', id: row.crm_person_id })
  }
  return traces
}

export interface Erased {
  leads: number
  sampleRequests: number
  /** The CRM knew of the person; the worker sees to it. */
  isToldToCrm: boolean
}

/**
 * Deletes everything that visitors with this email left, an invitation that waits for it, and has the worker delete what the CRM was told. A staff
 * account is closed by the staff command instead.
 */
export const erasePerson = (em: EntityManager, email: string): Promise<Erased> =>
  em.transactional(async (transaction) => {
    const counts = { lead: 0, sample_request: 0 }
    const traces: RemoteTrace[] = []
    for (const table of tables) {
      // A worker that tells the CRM about a record holds its lock: what it is told last must not be missed.
      await transaction.execute(
        `select pg_advisory_xact_lock(hashtextextended(id::text, 0)) from ${table} where lower(email) = lower(?)`,
        [email],
      )
      for (const row of await recordsOf(transaction, table, email)) {
        counts[table] += 1
        traces.push(...tracesOf(table, row))
        await transaction.execute(`delete from ${table} where id = ?`, [row.id])
      }
    }
    await transaction.execute('delete from staff_invitation where email = lower(?)', [email])
    // Several records may share one person: it is deleted once, and last.
    const distinct = [...new Map(traces.map((trace) => [JSON.stringify(trace), trace])).values()].toSorted(
      (a, b) => Number(a.kind === 'person') - Number(b.kind === 'person'),
    )
    if (distinct.length > 0) {
      await transaction.execute('insert into crm_erasure (id, email, subjects) values (?, ?, ?::jsonb)', [
        randomUUIDv7(),
        email,
        JSON.stringify(distinct),
      ])
    }
    return { leads: counts.lead, sampleRequests: counts.sample_request, isToldToCrm: distinct.length > 0 }
  })
