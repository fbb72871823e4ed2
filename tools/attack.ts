import { writeFileSync } from 'node:fs'
import { table } from './load/table.ts'
import { say } from './product/say.ts'
import { accountAttacks } from './attack/accounts.ts'
import { openBadTarget } from './attack/bad-target.ts'
import { browserAttacks } from './attack/browser.ts'
import { campaignAttacks } from './attack/campaigns.ts'
import { headerAttacks } from './attack/headers.ts'
import { inputAttacks } from './attack/input.ts'
import { machineAttacks } from './attack/machine.ts'
import { messageAttacks } from './attack/messages.ts'
import { printAttacks } from './attack/print.ts'
import { isAbsent, scanners } from './attack/scanners.ts'
import { socketAttacks } from './attack/sockets.ts'
import { openTarget, type Target } from './attack/target.ts'
import { attackRows, documentedRows } from './proof/tables.ts'

// Runs the attack table of docs/security.md and the scanners against the built product. Each scanner also runs against a
// vulnerable server, where it must find something.
// ATTACK_ONLY=sockets,browser,print,scanners; ATTACK_OUTPUT=file keeps the output of the scanners.
const only = process.env.ATTACK_ONLY?.split(',') ?? ['sockets', 'browser', 'print', 'scanners']

const overTheWire = [
  ...socketAttacks,
  ...headerAttacks,
  ...accountAttacks,
  ...inputAttacks,
  ...campaignAttacks,
  ...machineAttacks,
  ...messageAttacks,
]

interface Line {
  row: string
  attack: string
  verdict: string
  seen: string
}

let kept = ''

async function runScanners(target: Target): Promise<Line[]> {
  const bad = await openBadTarget(target.database.url())
  const lines: Line[] = []
  for (const scanner of scanners) {
    const { row } = scanner
    if (isAbsent(scanner)) {
      lines.push({ row, attack: scanner.name, verdict: 'absent', seen: `apt-get install ${scanner.program}` })
      continue
    }
    say(scanner.name)
    const port = Number(new URL(target.plain).port)
    const ours = await scanner.scan(target.folder, { url: target.plain, port, isBad: false, target })
    const theirs = await scanner.scan(target.folder, { url: bad.url, port: bad.port, isBad: true, target })
    kept += `\n=== ${scanner.name}\n${ours.output}\n--- vulnerable server\n${theirs.output}\n`
    const isAwake = theirs.findings.length > 0
    lines.push({
      row,
      attack: scanner.name,
      verdict: ours.findings.length === 0 && isAwake ? 'passed' : 'FAILED',
      seen: isAwake
        ? `${ours.findings.slice(0, 3).join('; ') || 'nothing found'}; in the vulnerable server: ${theirs.findings[0]}`.slice(
            0,
            220,
          )
        : 'finds nothing in the vulnerable server either',
    })
  }
  await bad.close()
  return lines
}

const documented = documentedRows()
const lines: Line[] = attackRows.flatMap((row) => {
  const { what = '', files = [] } = documented.get(row) ?? {}
  return files.map((file) => ({ row, attack: what, verdict: 'in the gate', seen: file }))
})
const target = await openTarget()
try {
  const attacks = [
    ...(only.includes('sockets') ? overTheWire : []),
    ...(only.includes('browser') ? browserAttacks : []),
    ...(only.includes('print') ? printAttacks : []),
  ]
  for (const { row, attack, run } of attacks) {
    say(`${row}: ${attack}`)
    const failures = await run(target).catch((error: unknown) => [String(error).split('\n')[0] ?? ''])
    lines.push({
      row,
      attack,
      verdict: failures.length === 0 ? 'passed' : 'FAILED',
      seen: failures.slice(0, 3).join('; '),
    })
  }
  if (only.includes('scanners')) lines.push(...(await runScanners(target)))
  const faults = target
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":60'))
  const verdict = faults.length === 0 ? 'passed' : 'FAILED'
  lines.push({
    row: 'all',
    attack: 'the product logged no internal error',
    verdict,
    seen: faults[0]?.slice(0, 220) ?? '',
  })
} finally {
  await target.close()
  if (process.env.ATTACK_OUTPUT) writeFileSync(process.env.ATTACK_OUTPUT, kept)
}
console.log(`\n${table(lines.toSorted((a, b) => a.row.localeCompare(b.row)).map((line) => ({ ...line })))}\n`)
// A scanner may leave a process behind that holds its output open, and the run with it.
process.exit(lines.some(({ verdict }) => verdict === 'FAILED') ? 1 : 0)
