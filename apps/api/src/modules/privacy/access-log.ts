import { createHash, randomUUIDv7 } from 'node:crypto'
import type { AccessEntry, AccessFilter, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { run, runPrepared } from '../../db/run.ts'
import { columns, type Fragment, table } from '../../db/typed-columns.ts'
import { writeBehind } from '../../db/write-behind.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { StaffUserEntity } from '../../entities/accounts.entity.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { AccessEntryEntity } from '../../entities/access.entity.ts'

/** Who reads. Handlers pass their context. */
export interface Reader {
  staff: StaffUser
  credential: string
  clientAddress: string
}

export interface Access {
  kind: AccessEntry['kind']
  list: NonNullable<AccessEntry['list']>
  recordId?: string
  pieceId?: string
  filters?: AccessFilter[]
  rows?: number
}

export interface AccessLog {
  /** Remembers that somebody read something and returns immediately. */
  note(reader: Reader, access: Access): void
  /** Writes an export down. Rejects when that fails: then there is no export. Returns the id of the entry. */
  record(reader: Reader, access: Access): Promise<string>
  /** The same for an export about several records, each of which has an entry. */
  recordEach(reader: Reader, accesses: readonly Access[]): Promise<void>
  /** Adds the number of rows that have left. */
  finish(id: string, rows: number): Promise<void>
  /** Writes what was noted now. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Settings {
  getPool: () => Promise<Pool>
  onFailure: (error: unknown) => void
  flushMs?: number
}

interface Row {
  id: string
  kind: Access['kind']
  staffId: string
  actor: string
  role: string
  credential: string
  network: string
  list: Access['list']
  recordId: string | null
  pieceId: string | null
  filters: AccessFilter[]
  rows: number | null
  times: number
  dedupeKey: string | null
}

/** Noted reads that the database does not take are kept up to this many different ones. */
const maxWaiting = 10_000
const batchSize = 500

const entry = columns(AccessEntryEntity)
const stored = columns(AccessEntryEntity, 'entry')
const excluded = columns(AccessEntryEntity, 'excluded')
const staffId = columns(StaffUserEntity, 'staff').id
const leadId = columns(LeadEntity, 'lead').id
const requestId = columns(SampleRequestEntity, 'request').id

/** Each column with its value from a row that was noted. The hour is that of the database. */
const written = (secondsAgo: number) =>
  [
    [entry.id, sql`access.id`],
    [entry.createdAt, sql`now() - make_interval(secs => ${secondsAgo})`],
    [entry.lastAt, sql`now()`],
    [entry.kind, sql`access.kind`],
    // A record may have been erased since it was read, and an account deleted.
    [entry.staff, sql`(select ${staffId} from ${table(StaffUserEntity)} as staff where ${staffId} = access."staffId")`],
    [entry.actor, sql`access.actor`],
    [entry.role, sql`access.role`],
    [entry.credential, sql`access.credential`],
    [entry.network, sql`access.network`],
    [entry.list, sql`access.list`],
    [
      entry.recordId,
      sql`case when access.list = 'pieces' or exists (select from ${table(LeadEntity)} as lead where ${leadId} = access."recordId")
               or exists (select from ${table(SampleRequestEntity)} as request where ${requestId} = access."recordId")
             then access."recordId" end`,
    ],
    [entry.pieceId, sql`access."pieceId"`],
    [entry.filters, sql`access.filters`],
    [entry.rowCount, sql`access.rows`],
    [entry.times, sql`access.times`],
    [
      entry.dedupeKey,
      sql`encode(sha256(convert_to(access."dedupeKey" || date_trunc('hour', now(), 'UTC')::text, 'UTF8')), 'hex')`,
    ],
  ] satisfies [column: Fragment, value: Fragment][]

function insertEntries(rows: readonly Row[], secondsAgo: number) {
  const members = written(secondsAgo)
  return sql`
    insert into ${table(AccessEntryEntity)} as entry (${sql.join(members.map(([column]) => column))})
    select ${sql.join(members.map(([, value]) => value))}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as access
           (id uuid, kind text, "staffId" uuid, actor text, role text, credential text, network text, list text, "recordId" uuid,
            "pieceId" text, filters jsonb, rows int, times int, "dedupeKey" text)
     order by access."dedupeKey"
        on conflict (${entry.dedupeKey}) do update
       set ${entry.times} = ${stored.times} + ${excluded.times}, ${entry.lastAt} = ${excluded.lastAt},
           ${entry.rowCount} = ${stored.rowCount} + ${excluded.rowCount}`
}

const rowOf = ({ staff, credential, clientAddress }: Reader, access: Access, isCounted: boolean): Row => {
  const { kind, list, recordId = null, pieceId = null, filters = [], rows = null } = access
  const network = networkOfCaller(clientAddress)
  const same = [staff.id, credential, network, kind, list, recordId, pieceId]
  return {
    id: randomUUIDv7(),
    kind,
    staffId: staff.id,
    actor: staff.name,
    role: staff.role,
    credential,
    network,
    list,
    recordId,
    pieceId,
    filters,
    rows,
    times: 1,
    dedupeKey: isCounted ? createHash('sha256').update(JSON.stringify(same)).digest('hex') : null,
  }
}

/**
 * Who read what. Reads are counted in memory and written twice a second, so that no reader waits for it; exports are
 * written before they begin.
 */
export function accessLog({ getPool, onFailure, flushMs = 500 }: Settings): AccessLog {
  let waiting = new Map<string, Row>()
  let firstAt = 0

  const write = async (rows: readonly Row[], secondsAgo: number) => {
    const pool = await getPool()
    await runPrepared(pool, 'write-access', insertEntries(rows, secondsAgo))
  }

  const keep = (row: Row) => {
    const key = row.dedupeKey ?? row.id
    const known = waiting.get(key)
    if (known) {
      known.times += row.times
      if (row.rows !== null) known.rows = (known.rows ?? 0) + row.rows
      return
    }
    if (waiting.size === 0) firstAt = performance.now()
    if (waiting.size < maxWaiting) waiting.set(key, row)
    else onFailure(new Error('too many reads wait to be written down'))
  }

  const behind = writeBehind(async () => {
    const rows = [...waiting.values()]
    const since = firstAt
    waiting = new Map()
    for (let start = 0; start < rows.length; start += batchSize) {
      try {
        await write(rows.slice(start, start + batchSize), (performance.now() - since) / 1_000)
      } catch (error) {
        onFailure(error)
        for (const row of rows.slice(start)) keep(row)
        firstAt = since
        return behind.schedule()
      }
    }
  }, flushMs)

  return {
    note(reader, access) {
      keep(rowOf(reader, access, true))
      behind.schedule()
    },
    async record(reader, access) {
      const row = rowOf(reader, access, false)
      await write([row], 0)
      return row.id
    },
    recordEach: (reader, accesses) =>
      write(
        accesses.map((access) => rowOf(reader, access, false)),
        0,
      ),
    async finish(id, rows) {
      const pool = await getPool()
      await run(
        pool,
        sql`update ${table(AccessEntryEntity)} set ${entry.rowCount} = ${rows}, ${entry.lastAt} = now() where ${entry.id} = ${id}`,
      )
    },
    flush: () => behind.flush(),
    async close() {
      await behind.close()
      if (waiting.size > 0) onFailure(new Error(`${waiting.size} reads were not written down`))
    },
  }
}
