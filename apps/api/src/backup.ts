import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from './db/checked-rows.ts'
import { onlyRow, reader, run, columns, type Fragment, table } from './db/sql.ts'
import { codeOf } from './errors/errors.ts'
import { appliedMigrations, distanceOf } from './db/schema-version.ts'
import { migrate, type MigrateOptions } from './migrate.ts'
import { MessageEntity } from './entities/messages.entity.ts'
import { MailerSerialEntity } from './entities/pieces.entity.ts'
import { PrintProofEntity } from './entities/print.entity.ts'
import { PrintRunFileEntity } from './entities/production.entity.ts'
import { CrmErasureEntity } from './entities/crm.entity.ts'
import { LeadEntity } from './entities/leads.entity.ts'
import { SampleRequestEntity } from './entities/samples.entity.ts'
import { isKeptFromCrm } from './modules/leads/imports/kept-from-crm.ts'
import { serialsSinceBackup } from './modules/pieces/serials.ts'

/**
 * A backup consists of compressed lines of JSON: a header, then each table's name, its rows as PostgreSQL prints them,
 * and their count with a checksum, and an end marker. It needs no PostgreSQL client programs, and never converts a
 * value to a JavaScript number: a row keeps its exact text.
 */
const format = 'direct-mail-backup'
/** Rows per fetch. A row may be as large as a template with its fields, a quarter of a megabyte or more. */
const fetchSize = 50
/** Maximum rows that one statement restores, and the number of characters after which it takes no more rows. */
const batch = { rows: 500, characters: 4_000_000 }

/**
 * Recreated by a restore: rate limits, sessions, pending sign-ins, traces, and the list of migrations. The queue has its own
 * schema.
 */
const leftOut = ['rate_limit', 'staff_session', 'sign_in_challenge', 'record_trace', 'schema_migration']

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)
const erasure = columns(CrmErasureEntity)
const proof = columns(PrintProofEntity)
const message = columns(MessageEntity)
const runFile = columns(PrintRunFileEntity)
const serial = columns(MailerSerialEntity)

export type Counts = Record<string, number>

async function connected<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  // If the connection breaks between two queries, the next query fails, so this event needs no handling.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const tableNames = reader(Type.Object({ name: Type.String() }))
const foreignKeys = reader(Type.Object({ from: Type.String(), to: Type.String() }))
const texts = reader(Type.Object({ row: Type.String() }))

/** Tables in dependency order: each comes after the tables that it refers to. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const names = await tableNames(
    client,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const links = await foreignKeys(
    client,
    sql`select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
      where contype = 'f' and conrelid <> confrelid`,
  )
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { to } of links.filter(({ from }) => from === name)) add(to)
    ordered.push(name)
  }
  for (const { name } of names) add(name)
  return ordered.filter((name) => !leftOut.includes(name))
}

const line = (content: unknown) => `${JSON.stringify(content)}\n`

async function* backupLines(client: pg.Client, counts: Counts): AsyncGenerator<string> {
  yield line({ format, version: 1, migrations: await appliedMigrations(client) })
  for (const table of await tablesOf(client)) {
    yield line({ table })
    const hash = createHash('sha256')
    let count = 0
    await run(
      client,
      sql`declare rows no scroll cursor for select row_to_json(t)::text as row from ${sql.table(table)} as t`,
    )
    for (;;) {
      const rows = await texts(client, sql`fetch ${sql.lit(fetchSize)} from rows`)
      if (rows.length === 0) break
      const text = rows.map(({ row }) => `${row}\n`).join('')
      hash.update(text)
      count += rows.length
      yield text
    }
    await run(client, sql`close rows`)
    counts[table] = count
    yield line({ count, sha256: hash.digest('hex') })
  }
  yield line({ end: true })
}

/** Writes a consistent snapshot of all data while the product serves requests. Returns the row count of each table. */
export const backUp = (databaseUrl: string, file: string): Promise<Counts> =>
  connected(databaseUrl, async (client) => {
    const counts: Counts = {}
    await run(client, sql`begin transaction isolation level repeatable read read only`)
    // The file gets its final name only when it is complete.
    const partial = `${file}.part`
    // A leftover from an earlier run may be readable by others.
    await rm(partial, { force: true })
    try {
      const lines = Readable.from(backupLines(client, counts))
      await pipeline(lines, createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
    return counts
  })

interface Reader {
  onHead?: (migrations: string[]) => Promise<void>
  onRows?: (table: string, rows: string[]) => Promise<void>
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => unpacked.destroy(error))
  let rest = ''
  try {
    for await (const chunk of source.pipe(unpacked).setEncoding('utf8')) {
      // A long line spans many chunks, and each chunk is searched once.
      const lines = String(chunk).split('\n')
      lines[0] = rest + (lines[0] ?? '')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (code === 'Z_BUF_ERROR') throw new Error(`${file} is damaged: its end is missing`, { cause: error })
    if (code.startsWith('Z_')) throw new Error(`${file} is not a backup, or is damaged`, { cause: error })
    throw error
  }
  if (rest) yield rest
}

/** The lines between rows. backupLines() writes each member on a separate line. */
const marks = checkedRows(
  Type.Object({
    migrations: Type.Optional(Type.Array(Type.String())),
    table: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer()),
    sha256: Type.Optional(Type.String()),
  }),
)

/** Reads a backup from beginning to end. @throws {Error} when the file is not a backup, truncated, or altered */
async function readBackup(file: string, { onHead, onRows }: Reader = {}): Promise<Counts> {
  const counts: Counts = {}
  let table: string | undefined
  let hash = createHash('sha256')
  let rows: string[] = []
  let characters = 0
  let isWhole = false
  let isFirst = true
  const flush = async () => {
    if (table && rows.length > 0) await onRows?.(table, rows)
    rows = []
    characters = 0
  }
  for await (const text of linesOf(file)) {
    // A row begins with the name of its first column, and every other line with one of these names.
    const mark = /^\{"(format|table|count|end)":/.exec(text)?.[1]
    if (isFirst !== (mark === 'format')) throw new Error(`${file} is not a backup`)
    isFirst = false
    if (!mark) {
      hash.update(`${text}\n`)
      counts[table ?? ''] = (counts[table ?? ''] ?? 0) + 1
      characters += text.length
      if (rows.push(text) === batch.rows || characters >= batch.characters) await flush()
      continue
    }
    const content = onlyRow(marks([JSON.parse(text)]))
    if (mark === 'format') await onHead?.(content.migrations ?? [])
    if (mark === 'table') {
      table = content.table ?? ''
      counts[table] = 0
      hash = createHash('sha256')
    }
    if (mark === 'count') {
      await flush()
      if (counts[table ?? ''] !== content.count || hash.digest('hex') !== content.sha256) {
        throw new Error(`${file} is damaged: the rows of ${table} are not the ones that were written`)
      }
    }
    isWhole = mark === 'end'
  }
  if (!isWhole) throw new Error(`${file} is damaged: its end is missing`)
  return counts
}

/**
 * Fills an empty database from a backup: creates the schema that the backup was taken from, stores its rows, and
 * migrates the schema. The whole file is checked before anything is changed.
 * @throws {Error} when the file is damaged or from a newer release, or when the database is not empty
 */
export async function restore(databaseUrl: string, file: string, options: MigrateOptions = {}): Promise<Counts> {
  let taken: string[] = []
  const counts = await readBackup(file, {
    onHead: async (migrations) => {
      taken = migrations
    },
  })
  const { unknown } = distanceOf(taken)
  if (unknown.length > 0) throw new Error(`${file} is from a newer release (${unknown.join(', ')}): use that release`)

  await connected(databaseUrl, async (client) => {
    const existing = await run(client, sql`select 1 from pg_tables where schemaname = 'public' limit 1`)
    if (existing.length > 0) throw new Error('The database already has tables: restore into an empty one')
    await migrate(databaseUrl, { ...options, to: taken.at(-1) ?? '' })
    await run(client, sql`begin`)
    const tables = await tablesOf(client)
    // The backup already contains the rows that migrations insert and the counts that triggers maintain.
    await run(client, sql`truncate ${sql.join(tables.map((name) => sql.table(name)))} cascade`)
    for (const table of tables) await run(client, sql`alter table ${sql.table(table)} disable trigger user`)
    await readBackup(file, {
      onRows: async (table, found) => {
        if (!tables.includes(table)) throw new Error(`${file} has an unknown table: ${table}`)
        const into = sql.table(table)
        const rows = sql`${`[${found.join()}]`}::json`
        await run(client, sql`insert into ${into} select * from json_populate_recordset(null::${into}, ${rows})`)
      },
    })
    for (const table of tables) await run(client, sql`alter table ${sql.table(table)} enable trigger user`)
    await run(
      client,
      sql`update ${table(MailerSerialEntity)} set ${serial.next} = ${serial.next} + ${serialsSinceBackup}`,
    )
    // The queue is not in the backup, so its records are queued again. The worker searches the CRM before it creates
    // anything.
    const queueAgain = (entity: { tableName: string }, queuedAt: Fragment, where: Fragment) =>
      run(client, sql`update ${table(entity)} set ${queuedAt} = null where ${where}`)
    await queueAgain(LeadEntity, lead.crmEnqueuedAt, sql`${lead.crmSyncedAt} is null and not ${isKeptFromCrm}`)
    await queueAgain(SampleRequestEntity, sample.crmEnqueuedAt, sql`${sample.crmSyncedAt} is null`)
    await queueAgain(CrmErasureEntity, erasure.enqueuedAt, sql`true`)
    await queueAgain(PrintProofEntity, proof.turn, sql`${proof.status} = 'rendering'`)
    await queueAgain(MessageEntity, message.enqueuedAt, sql`${message.status} = 'waiting'`)
    await queueAgain(PrintRunFileEntity, runFile.enqueuedAt, sql`${runFile.preparedAt} is null`)
    await run(client, sql`commit`)
    await run(client, sql`analyze`)
  })
  await migrate(databaseUrl, options)
  return counts
}
