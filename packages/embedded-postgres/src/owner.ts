import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf } from './errors.ts'
import { isAlive, startedAt } from './process-state.ts'

const ownerFile = (dataDir: string) => `${dataDir}.owner`

/**
 * Makes this process the owner of a folder and of its cluster, running or about to be created. If another live process
 * owns it, returns that process and changes nothing.
 */
export function claim(dataDir: string): number | undefined {
  const own = `${ownerFile(dataDir)}.${process.pid}`
  writeFileSync(own, `${process.pid} ${startedAt(process.pid)}`)
  try {
    for (;;) {
      const failure = tryLink(own, ownerFile(dataDir))
      if (failure === undefined) return undefined
      const found = readOwner(dataDir)
      const owner = livingOwner(found)
      if (owner !== undefined) return owner
      if (failure === 'EEXIST') setAside(dataDir, found)
      else {
        // The file system does not support links.
        renameSync(own, ownerFile(dataDir))
        return undefined
      }
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * If two processes create the file at the same time, one fails. The file never exists without its content. Returns the
 * reason for a failure.
 */
function tryLink(own: string, file: string): string | undefined {
  try {
    linkSync(own, file)
    return undefined
  } catch (error) {
    return codeOf(error) ?? 'unknown'
  }
}

/**
 * Removes the owner file of a dead process. If another start did the same and owns the folder by now, its file is put
 * back.
 */
export function setAside(dataDir: string, judged: string): void {
  const aside = `${ownerFile(dataDir)}.${process.pid}.gone`
  try {
    renameSync(ownerFile(dataDir), aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== judged) tryLink(aside, ownerFile(dataDir))
  rmSync(aside, { force: true })
}

export function release(dataDir: string): void {
  rmSync(ownerFile(dataDir), { force: true })
}

/** The content of the owner file. Empty if it is missing or unreadable. */
function readOwner(dataDir: string): string {
  try {
    return readFileSync(ownerFile(dataDir), 'utf8')
  } catch {
    return ''
  }
}

/** The running process that owns this cluster. Undefined if it was killed and the cluster is orphaned. */
function livingOwner(found: string): number | undefined {
  const [pid = '', started = ''] = found.split(' ')
  return pid && isAlive(Number(pid)) && startedAt(Number(pid)) === started ? Number(pid) : undefined
}
