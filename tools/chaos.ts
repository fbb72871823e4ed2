import { table } from './load/table.ts'
import { Crowd } from './chaos/crowd.ts'
import { everyFault, ordinaryFaults } from './chaos/every-fault.ts'
import type { Fault } from './chaos/fault.ts'
import { Findings } from './chaos/findings.ts'
import { Stage } from './chaos/stage.ts'
import { say } from './product/say.ts'
import { documentedRows, faultRows } from './proof/tables.ts'

// Checks that an acknowledged lead exists exactly once, here and in the CRM, whatever fails. Faults run one by one.
// CHAOS_ONLY=R02,R07 runs only these; CHAOS_ONLY=R32 is half an hour of steady load, or CHAOS_SOAK_MINUTES of it.
const only = process.env.CHAOS_ONLY?.split(',')
const faults = only ? everyFault.filter(({ id }) => only.includes(id)) : ordinaryFaults
const documented = documentedRows()
const inTheGate = faultRows
  .filter((row) => !only && !ordinaryFaults.some(({ id }) => id === row))
  .map((row) => ({
    row,
    fault: documented.get(row)?.what ?? '',
    verdict: 'in the gate',
    seen: documented.get(row)?.files.join(', ') ?? '',
  }))

async function runFault(stage: Stage, fault: Fault, index: number) {
  say(`${fault.id}: ${fault.name}`)
  const findings = new Findings()
  const crowd = new Crowd(stage, String(index))
  if (fault.underLoad) crowd.start()
  try {
    await fault.strike(stage, findings, crowd)
    if (fault.underLoad) await crowd.settle(findings)
  } catch (error) {
    findings.failUnless(false, error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }
  for (const failure of findings.failures) say(`  FAILED: ${failure}`)
  const verdict =
    findings.failures.length > 0 ? 'FAILED' : findings.figures[0]?.startsWith('not injected') ? 'absent' : 'passed'
  return { row: fault.id, fault: fault.name, verdict, seen: [...findings.failures, ...findings.figures].join('; ') }
}

const stage = await Stage.open()
try {
  const results = []
  for (const [index, fault] of faults.entries()) results.push(await runFault(stage, fault, index))
  console.log(`\n${table([...results, ...inTheGate])}\n`)
  if (results.some(({ verdict }) => verdict === 'FAILED')) {
    process.stderr.write(stage.log())
    process.exitCode = 1
  }
} finally {
  await stage.close()
}
