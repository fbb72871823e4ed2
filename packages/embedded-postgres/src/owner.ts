import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive, startedAt } from './process-state.ts'

const ownerFile = (dataDir: string) => `${dataDir}.owner`

/**
 * Makes this process the owner of a folder: of its cluster, running or about to be created. Returns the living process
 * that owns it already, and then changes nothing.
 */
export function claim(dataDir: string): number | undefined {
  const own = `${ownerFile(dataDir)}.${process.pid}`
  writeFileSync(own, `${process.pid} ${startedAt(process.pid)}`)
  try {
    // Of two processes that create the file at once, one fails. It never exists without its content.
    linkSync(own, ownerFile(dataDir))
    return undefined
  } catch {
    const owner = livingOwner(dataDir)
    if (owner === undefined) renameSync(own, ownerFile(dataDir))
    return owner
  } finally {
    rmSync(own, { force: true })
  }
}

export function release(dataDir: string): void {
  rmSync(ownerFile(dataDir), { force: true })
}

/** The running process that owns this cluster. Undefined when it was killed and the cluster is an orphan. */
function livingOwner(dataDir: string): number | undefined {
  try {
    const [pid = '', started = ''] = readFileSync(ownerFile(dataDir), 'utf8').split(' ')
    return isAlive(Number(pid)) && startedAt(Number(pid)) === started ? Number(pid) : undefined
  } catch {
    return undefined
  }
}
