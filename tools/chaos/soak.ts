import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../load/median.ts'
import type { Fault } from './fault.ts'

const minutes = Number(process.env.CHAOS_SOAK_MINUTES ?? 30)
const sampleMs = 2_000

interface Sample {
  mebibytes: number
  files: number
}

const sampleOf = (pid: number): Sample => ({
  mebibytes: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  files: readdirSync(`/proc/${pid}/fd`).length,
})

/** Nothing happens for a long time: what grows all the while is a leak. Only where it is asked for by name. */
export const soak: Fault = {
  id: 'R32',
  name: `${minutes} minutes of steady load`,
  underLoad: true,
  async strike(stage, findings) {
    const processes = [...stage.instances.map(({ process }) => process), stage.worker]
    const pids = processes.map((one) => one.pid())
    const samples: Sample[][] = pids.map(() => [])
    for (const end = Date.now() + minutes * 60_000; Date.now() < end; await sleep(sampleMs))
      for (const [index, pid] of pids.entries()) samples[index]?.push(sampleOf(pid ?? 0))
    for (const [index, one] of samples.entries()) {
      const name = index < stage.instances.length ? `instance ${index + 1}` : 'the worker'
      // The middle of the run's third quarter beside that of its last: what is gathered at the start is no leak.
      const quarter = Math.floor(one.length / 4)
      const [third, last] = [one.slice(-2 * quarter, -quarter), one.slice(-quarter)]
      const middle = (of: Sample[], part: keyof Sample) => median(of.map((sample) => sample[part]))
      const [before, after] = [middle(third, 'mebibytes'), middle(last, 'mebibytes')]
      findings.holds(`${name} grew from ${Math.round(before)} to ${Math.round(after)} MiB`, after < before * 1.05)
      const [filesBefore, files] = [middle(third, 'files'), middle(last, 'files')]
      findings.holds(`${name} went from ${filesBefore} to ${files} open files`, files <= filesBefore + 5)
      findings.figure(`${name}: ${Math.round(before)}, then ${Math.round(after)} MiB, ${files} files`)
    }
    findings.holds(
      'a process was replaced',
      processes.every((one, index) => one.pid() === pids[index]),
    )
  },
}
