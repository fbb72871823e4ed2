import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'

const minutes = Number(process.env.CHAOS_SOAK_MINUTES ?? 30)
/** A process has collected its garbage by then, and the system has its pages back. */
const collectMs = 3_000

interface Sample {
  mebibytes: number
  files: number
}

/** What a process holds that it cannot give back. */
async function sampleOf(pid: number): Promise<Sample> {
  process.kill(pid, 'SIGUSR2')
  await sleep(collectMs)
  return {
    mebibytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    files: readdirSync(`/proc/${pid}/fd`).length,
  }
}

/** Nothing happens for a long time: what grows all the while is a leak. Only where it is asked for by name. */
export const soak: Fault = {
  id: 'R32',
  name: `${minutes} minutes of steady load`,
  underLoad: true,
  async strike(stage, findings) {
    const processes = [...stage.instances.map(({ process: own }) => own), stage.worker]
    const pids = processes.map((one) => one.pid() ?? 0)
    const sampled = () => Promise.all(pids.map(sampleOf))
    // What is gathered in the first half is no leak: programs warm up.
    await sleep(minutes * 30_000)
    const before = await sampled()
    await sleep(minutes * 30_000)
    const after = await sampled()
    for (const [index, { mebibytes, files }] of after.entries()) {
      const name = index < stage.instances.length ? `instance ${index + 1}` : 'the worker'
      const was = before[index] ?? { mebibytes: 0, files: 0 }
      const memory = `from ${Math.round(was.mebibytes)} to ${Math.round(mebibytes)} MiB`
      findings.holds(`${name} grew ${memory}`, mebibytes < was.mebibytes * 1.05)
      findings.holds(`${name} went from ${was.files} to ${files} open files`, files <= was.files + 5)
      findings.figure(`${name} ${memory}, ${files} files`)
    }
    findings.holds(
      'a process was replaced',
      processes.every((one, index) => one.pid() === pids[index]),
    )
  },
}
