import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@app/embedded-postgres'
import { table } from './load/table.ts'
import { answers } from './product/index.ts'
import { root } from './product/paths.ts'
import { program, run } from './quality/programs.ts'

// Checks of a release beyond `npm test`: the contract against OWASP's rules, the packed client, the mock server.
const spec = path.join(root, 'packages/contract/src/generated/openapi.json')
const folder = mkdtempSync(path.join(tmpdir(), 'quality-'))

interface Verdict {
  check: string
  isPassed: boolean
  result: string
}

function spectral(): Verdict {
  const { output } = run('spectral', ['lint', '--ruleset', path.join(root, 'tools/quality/spectral.yaml'), spec])
  const [, errors = '?', warnings = '?'] = /\((\d+) errors?, (\d+) warnings?/.exec(output) ?? []
  const isPassed = errors === '0' || output.includes('No results with a severity')
  if (!isPassed) process.stderr.write(output)
  return { check: 'Spectral, OWASP rules', isPassed, result: `${errors} errors, ${warnings} warnings` }
}

/** Proves that the rules work: they must reject a bad contract. */
function spectralOnABadOne(): Verdict {
  const bad = path.join(root, 'tools/quality/bad-contract.yaml')
  const { status } = run('spectral', ['lint', '--ruleset', path.join(root, 'tools/quality/spectral.yaml'), bad])
  return { check: 'Spectral on a bad contract', isPassed: status === 1, result: status === 1 ? 'refused' : 'passed' }
}

function packedClient(): Verdict[] {
  const client = path.join(root, 'packages/api-client')
  const packed = spawnSync('pnpm', ['pack', '--pack-destination', folder], { cwd: client, encoding: 'utf8' })
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (packed.status !== 0 || !name) throw new Error(`pnpm pack failed:\n${packed.stdout}${packed.stderr}`)
  const file = path.join(folder, name)
  return [
    { check: 'publint', ...verdictOf(run('publint', ['run', file, '--strict'])) },
    { check: 'are the types wrong', ...verdictOf(run('attw', [file, '--profile', 'esm-only', '--no-color'])) },
  ]
}

function verdictOf({
  status,
  output,
}: {
  status: number | null
  output: string
}): Pick<Verdict, 'isPassed' | 'result'> {
  if (status !== 0) process.stderr.write(output)
  return { isPassed: status === 0, result: status === 0 ? 'nothing to say' : 'see above' }
}

async function mockServer(): Promise<Verdict> {
  const port = await freePort()
  const prism = spawn(program('prism'), ['mock', spec, '--port', String(port), '--host', '127.0.0.1'], {
    stdio: 'ignore',
  })
  try {
    const url = `http://127.0.0.1:${port}`
    const isUp = await answers(`${url}/api/pricing/products`, 60_000)
    const lead = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', leadSource: 'A', source: 'B' }
    const post = (body: object) =>
      fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const statuses = isUp ? [(await post(lead)).status, (await post({ ...lead, email: 'x' })).status] : []
    const staff = isUp ? (await fetch(`${url}/api/admin/leads`)).status : 0
    // Prism rejects a body that does not match with the last 4xx that the operation declares.
    const isPassed = /^201,(400|422),401$/.test(String([...statuses, staff]))
    return { check: 'prism mock', isPassed, result: `answered ${[...statuses, staff].join(', ')}` }
  } finally {
    prism.kill('SIGTERM')
    if (prism.exitCode === null && prism.signalCode === null) await once(prism, 'exit')
  }
}

try {
  const verdicts = [spectral(), spectralOnABadOne(), ...packedClient(), await mockServer()]
  const rows = verdicts.map(({ check, isPassed, result }) => ({
    check,
    result,
    verdict: isPassed ? 'passed' : 'FAILED',
  }))
  console.log(`\n${table(rows)}\n`)
  if (verdicts.some(({ isPassed }) => !isPassed)) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
