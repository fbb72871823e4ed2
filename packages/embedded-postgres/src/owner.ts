import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive, startedAt } from './process-state.ts'

const ownerFile = (dataDir: string) => `${dataDir}.owner`

/** Makes this process the owner of a running cluster, which is the one that stops it. */
export function claim(dataDir: string): void {
  writeFileSync(ownerFile(dataDir), `${process.pid} ${startedAt(process.pid)}`)
}

export function release(dataDir: string): void {
  rmSync(ownerFile(dataDir), { force: true })
}

/** The running process that owns this cluster. Undefined when it was killed and the cluster is an orphan. */
export function livingOwner(dataDir: string): number | undefined {
  try {
    const [pid = '', started = ''] = readFileSync(ownerFile(dataDir), 'utf8').split(' ')
    return isAlive(Number(pid)) && startedAt(Number(pid)) === started ? Number(pid) : undefined
  } catch {
    return undefined
  }
}
