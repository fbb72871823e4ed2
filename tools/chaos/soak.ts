import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { heldMemoryOf, memoryOf, openFilesOf } from './held-memory.ts'

const minutes = Number(process.env.CHAOS_SOAK_MINUTES ?? 30)
/** Where the alert MemoryHigh begins. */
const mostMebibytes = 400

interface Sample {
  held: number
  resident: number
  files: number
}

async function sampleOf(folder: string, pid: number): Promise<Sample> {
  // Before the collection, which holds callers up for a moment, so that more of them come at once.
  const files = openFilesOf(pid)
  return { files, held: await heldMemoryOf(folder, pid), resident: memoryOf(pid) }
}

/** Nothing happens for a long time: what grows all the while is a leak. Only where it is asked for by name. */
export const soak: Fault = {
  id: 'R32',
  name: `${minutes} minutes of steady load`,
  underLoad: true,
  async strike(stage, findings, crowd) {
    const processes = [...stage.instances.map(({ process: own }) => own), stage.worker]
    const pids = processes.map((one) => one.pid() ?? 0)
    const sampled = () => Promise.all(pids.map((pid) => sampleOf(stage.folder, pid)))
    // What is gathered in the first half is no leak: programs warm up.
    await sleep(minutes * 30_000)
    const before = await sampled()
    await sleep(minutes * 30_000)
    const after = await sampled()
    for (const [index, { held, resident, files }] of after.entries()) {
      const name = index < stage.instances.length ? `instance ${index + 1}` : 'the worker'
      const was = before[index] ?? { held: 0, resident: 0, files: 0 }
      const memory = `from ${was.held.toFixed(1)} to ${held.toFixed(1)} MiB`
      findings.holds(`${name} grew ${memory}`, held < was.held * 1.05)
      findings.holds(`${name} takes ${Math.round(resident)} MiB`, resident < mostMebibytes)
      findings.holds(`${name} went from ${was.files} to ${files} open files`, files <= was.files + 10)
      findings.figure(`${name} ${memory} held, ${Math.round(resident)} MiB taken, ${files} files`)
    }
    findings.holds(`${crowd.failedReads()} reads failed`, crowd.failedReads() === 0)
    findings.holds(
      'a process was replaced',
      processes.every((one, index) => one.pid() === pids[index]),
    )
  },
}
