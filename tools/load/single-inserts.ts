import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const columns = `(id, first_name, last_name, email, company, industry, volume, lead_source, source, idempotency_key)`
const values = `'Dana', 'Example', gen_random_uuid()::text || '@example.com', 'Example Co', 'retail', '5000-25000', 'Bench',
  'Main Website', gen_random_uuid()::text`
const insert = `insert into lead ${columns} values (gen_random_uuid(), ${values})`

export interface InsertBench {
  label: string
  /** Rows per second. */
  run: (databaseUrl: string, clients: number, seconds: number) => Promise<number>
}

/** The rate at which PostgreSQL alone inserts the same row: measured by pgbench, or by a loop in Node without it. */
export function singleInsertBench(folder: string): InsertBench {
  const program = findPgbench()
  if (!program) return { label: 'prepared inserts in Node (no pgbench here)', run: insertFromNode }

  const script = path.join(folder, 'insert.sql')
  writeFileSync(script, `${insert.replaceAll('\n', ' ')};\n`)
  return {
    label: 'pgbench, single-row insert',
    run: async (databaseUrl, clients, seconds) => {
      const options = ['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', '2', '-T', String(seconds)]
      const { stdout, stderr } = spawnSync(program, [...options, databaseUrl], { encoding: 'utf8' })
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (!tps) throw new Error(`pgbench failed:\n${stderr}`)
      return Number(tps)
    },
  }
}

function findPgbench(): string | undefined {
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed) ? readdirSync(installed).sort().toReversed() : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...versions.map((version) => path.join(installed, version, 'bin')),
  ]
  return folders.map((folder) => path.join(folder, 'pgbench')).find((program) => existsSync(program))
}

async function insertFromNode(databaseUrl: string, clients: number, seconds: number): Promise<number> {
  const until = Date.now() + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      let count = 0
      for (; Date.now() < until; count += 1) await client.query({ name: 'insert', text: insert })
      await client.end()
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
