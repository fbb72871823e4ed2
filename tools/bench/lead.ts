import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { say } from '../product/say.ts'
import { cannon, leadBody, median } from './load.ts'
import { startProduct } from '../product/throwaway.ts'

// Compares the rate at which the product stores leads with the rate at which pgbench inserts the same row. The sides
// alternate within one run, so that other load on the machine affects both alike. Needs pgbench on the PATH.
const rounds = Number(process.env.BENCH_ROUNDS || 5)
const seconds = Number(process.env.BENCH_SECONDS || 5)
const clients = 20

const insert = `insert into lead (id, first_name, last_name, email, company, industry, volume, lead_source, source, idempotency_key)
  values (gen_random_uuid(), 'Dana', 'Example', gen_random_uuid()::text || '@example.com', 'Example Co', 'retail', '5000-25000', 'Bench',
          'Main Website', gen_random_uuid()::text);`

const folder = mkdtempSync(path.join(tmpdir(), 'pgbench-'))
const script = path.join(folder, 'insert.sql')
writeFileSync(script, `${insert.replaceAll('\n', ' ')}\n`)
const product = await startProduct({ isDurable: true, env: { LOG_LEVEL: 'info' } })

function pgbench(): number {
  const options = ['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const { stdout, stderr, error } = spawnSync('pgbench', [...options, product.databaseUrl], { encoding: 'utf8' })
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!perSecond) throw new Error(`pgbench failed: ${error?.message ?? stderr}`)
  return perSecond
}

async function storeLeads(): Promise<number> {
  const { requests, errors, non2xx } = await cannon(`${product.origin}/api/leads`, leadBody, { clients, seconds })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} leads were refused or lost`)
  return requests.average
}

try {
  const own: number[] = []
  const bare: number[] = []
  await storeLeads()
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}`)
    own.push(await storeLeads())
    bare.push(pgbench())
  }
  const row = (side: string, measured: number[]) => ({
    side,
    'median per second': Math.round(median(measured)),
    rounds: measured.map(Math.round).join(' '),
    'ours / this': (median(own) / median(measured)).toFixed(2),
  })
  console.table([row('POST /api/leads', own), row('pgbench, single-row insert', bare)])
} finally {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}
