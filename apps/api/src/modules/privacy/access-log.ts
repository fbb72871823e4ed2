import { createHash, randomUUIDv7 } from 'node:crypto'
import type { AccessEntry, AccessFilter, StaffUser } from '@app/contract'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { insertOf } from '../../db/many-rows.ts'
import { run, runPrepared, columns, type JsonRowOf, table } from '../../db/sql.ts'
import { writeBehind } from '../../db/write-behind.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { StaffUserEntity } from '../../entities/accounts.entity.ts'
import { networkOfCaller } from '../staff/sign-ins.service.ts'
import { AccessEntryEntity } from '../../entities/access.entity.ts'

/** The reader. Handlers pass their context. */
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

export type AccessLog = ReturnType<typeof accessLog>

interface Settings {
  getPool: () => Promise<Pool>
  onFailure: (error: unknown) => void
  flushMs?: number
}

/** A buffered read. Its key does not contain the hour yet. */
type Row = Omit<JsonRowOf<typeof AccessEntryEntity>, 'createdAt' | 'lastAt'>

/** Maximum number of different reads to buffer while the database is unavailable. */
const maxWaiting = 10_000
const batchSize = 500

const entry = columns(AccessEntryEntity)
const stored = columns(AccessEntryEntity, AccessEntryEntity.tableName)
const excluded = columns(AccessEntryEntity, 'excluded')
const staffId = columns(StaffUserEntity, 'staff').id
const leadId = columns(LeadEntity, 'lead').id
const requestId = columns(SampleRequestEntity, 'request').id

const insertEntries = (rows: readonly Row[], secondsAgo: number) => {
  const inserted = insertOf(AccessEntryEntity, rows, {
    createdAt: sql`now() - make_interval(secs => ${secondsAgo})`,
    lastAt: sql`now()`,
    // Meanwhile, the record may have been erased and the account deleted.
    staff: sql`(select ${staffId} from ${table(StaffUserEntity)} as staff where ${staffId} = ${entry.staff})`,
    recordId: sql`case when ${entry.list} = 'pieces' or exists (select from ${table(LeadEntity)} as lead where ${leadId} = ${entry.recordId})
      or exists (select from ${table(SampleRequestEntity)} as request where ${requestId} = ${entry.recordId}) then ${entry.recordId} end`,
    // Uses the database's hour.
    dedupeKey: sql`encode(sha256(convert_to(${entry.dedupeKey} || date_trunc('hour', now(), 'UTC')::text, 'UTF8')), 'hex')`,
  })
  return sql`${inserted} order by ${entry.dedupeKey}
    on conflict (${entry.dedupeKey}) do update
       set ${entry.times} = ${stored.times} + ${excluded.times}, ${entry.lastAt} = ${excluded.lastAt},
           ${entry.rowCount} = ${stored.rowCount} + ${excluded.rowCount}`
}

/** The row of a read. */
export const accessRow = ({ staff, credential, clientAddress }: Reader, access: Access, isCounted = false): Row => {
  const { kind, list, recordId = null, pieceId = null, filters = [], rows: rowCount = null } = access
  const network = networkOfCaller(clientAddress)
  const same = [staff.id, credential, network, kind, list, recordId, pieceId]
  const dedupeKey = isCounted ? createHash('sha256').update(JSON.stringify(same)).digest('hex') : null
  const { id, name: actor, role } = staff
  const reader = { staff: id, actor, role, credential, network }
  return { id: randomUUIDv7(), ...reader, kind, list, recordId, pieceId, filters, rowCount, times: 1, dedupeKey }
}

/**
 * Logs access to personal data. Reads are buffered in memory and written twice a second, so readers never wait; exports are
 * written before they begin.
 */
export function accessLog({ getPool, onFailure, flushMs = 500 }: Settings) {
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
      if (row.rowCount !== null) known.rowCount = (known.rowCount ?? 0) + row.rowCount
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
    /** Buffers an access and returns immediately. */
    note(reader: Reader, access: Access) {
      keep(accessRow(reader, access, true))
      behind.schedule()
    },
    /** Logs an export. If it rejects, the export must not start. Returns the id of the entry. */
    async record(reader: Reader, access: Access) {
      const row = accessRow(reader, access)
      await write([row], 0)
      return row.id
    },
    /** Logs an export about several records, with one entry per record. */
    recordEach: (reader: Reader, accesses: readonly Access[]) =>
      write(
        accesses.map((access) => accessRow(reader, access)),
        0,
      ),
    /** Adds the number of exported rows. */
    async finish(id: string, rows: number) {
      const pool = await getPool()
      await run(
        pool,
        sql`update ${table(AccessEntryEntity)} set ${entry.rowCount} = ${rows}, ${entry.lastAt} = now() where ${entry.id} = ${id}`,
      )
    },
    /** Writes the buffered entries now. */
    flush: behind.flush,
    async close() {
      await behind.close()
      if (waiting.size > 0) onFailure(new Error(`${waiting.size} reads were not written down`))
    },
  }
}
