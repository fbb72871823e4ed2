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
  // Measured before the garbage collection, whose pause makes requests pile up.
  const files = openFilesOf(pid)
  return { files, held: await heldMemoryOf(folder, pid), resident: memoryOf(pid) }
}

/** Steady load for a long time: whatever keeps growing is a leak. Runs only when requested by its id. */
export const soak: Fault = {
  id: 'R32',
  name: `${minutes} minutes of steady load`,
  underLoad: true,
  async strike(stage, findings, crowd) {
    const processes = [...stage.instances.map(({ process: own }) => own), stage.worker]
    const pids = processes.map((one) => one.pid() ?? 0)
    const sampled = () => Promise.all(pids.map((pid) => sampleOf(stage.folder, pid)))
    // Growth in the first half is not a leak: the processes are warming up.
    await sleep(minutes * 30_000)
    const before = await sampled()
    await sleep(minutes * 30_000)
    const after = await sampled()
    for (const [index, { held, resident, files }] of after.entries()) {
      const name = index < stage.instances.length ? `instance ${index + 1}` : 'the worker'
      const was = before[index] ?? { held: 0, resident: 0, files: 0 }
      const memory = `from ${was.held.toFixed(1)} to ${held.toFixed(1)} MiB`
      findings.failUnless(held < was.held * 1.05, `${name} grew ${memory}`)
      findings.failUnless(resident < mostMebibytes, `${name} uses ${Math.round(resident)} MiB`)
      findings.failUnless(files <= was.files + 10, `${name} went from ${was.files} to ${files} open files`)
      findings.figure(`${name} ${memory} held, ${Math.round(resident)} MiB taken, ${files} files`)
    }
    findings.failUnless(crowd.failedReads() === 0, `${crowd.failedReads()} reads failed`)
    findings.failUnless(
      processes.every((one, index) => one.pid() === pids[index]),
      'a process was replaced',
    )
  },
}
