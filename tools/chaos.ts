import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { faults } from './chaos/faults.ts'
import { Findings } from './chaos/findings.ts'
import { Stage } from './chaos/stage.ts'
import { say } from './product/say.ts'

// Verifies that every acknowledged lead exists exactly once, here and in the CRM, after every fault. Faults run one at
// a time. CHAOS_ONLY=R01,R13 runs only the faults of these rows of docs/security.md.
const only = process.env.CHAOS_ONLY?.split(',')
const results = []
for (const { rows, name, dataDir, strike } of faults.filter((fault) =>
  fault.rows.some((row) => only?.includes(row) ?? true),
)) {
  say(`${rows.join(', ')}: ${name}`)
  const findings = new Findings()
  const disk = dataDir?.()
  const stage = await Stage.open(disk)
  try {
    await strike(stage, findings)
  } catch (error) {
    findings.failUnless(false, error instanceof Error ? error.message : String(error))
  }
  if (findings.failures.length > 0) process.stderr.write(stage.log())
  await stage.close()
  if (disk) {
    spawnSync('umount', [path.dirname(disk)])
    rmSync(path.dirname(disk), { recursive: true })
  }
  const verdict = findings.failures.length > 0 ? 'FAILED' : 'passed'
  results.push({
    rows: rows.join(),
    fault: name,
    verdict,
    seen: [...findings.failures, ...findings.figures].join('; '),
  })
}
console.table(results)
if (results.some(({ verdict }) => verdict === 'FAILED')) process.exitCode = 1
