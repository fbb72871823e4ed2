import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf, ProblemError } from '../../../errors/errors.ts'
import { type FileStore, checkHash, hashOf, isHash } from './file-store.ts'

/** Uses the clock that also dates new files. */
async function touch(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now)
}

const ignoreMissing = (error: unknown): undefined => {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

/** Reads one folder at a time: a list of all files may not fit into memory. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(name)
    else if (entry.isFile()) yield name
  }
}

/** Disk space that proofs and images leave free for the database, which may be on the same disk. */
const reservedBytes = 2 ** 30

const noRoom = () => new ProblemError(503, 'unavailable', 'The file store is full.', { retryAfterSeconds: 60 })

/**
 * Files in a folder of this machine, shared by all processes that serve or print. Other users of the machine cannot
 * read it, because print files contain names and addresses.
 * @param reserve bytes of disk space to leave free
 */
export function folderStore(folder: string, reserve = reservedBytes): FileStore {
  // Two levels, so that no folder has more than a few thousand files.
  const folderOf = (hash: string) => path.join(folder, hash.slice(0, 2), hash.slice(2, 4))
  const fileOf = (hash: string) => path.join(folderOf(checkHash(hash)), hash)

  return {
    async put(content) {
      const hash = await hashOf(content)
      const file = fileOf(hash)
      // The modification time records the last use, so housekeeping ignores recently used files.
      const isStored = await touch(file).then(() => true, ignoreMissing)
      // A file that was damaged is stored again.
      if (isStored && (await hashOf(createReadStream(file)).catch(ignoreMissing)) === hash) return hash
      await mkdir(folderOf(hash), { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      const size = content instanceof Blob ? content.size : content.length
      if (bavail * bsize - size < reserve) throw noRoom()
      const unfinished = path.join(folder, `${hash}.${randomUUID()}.part`)
      try {
        const bytes = content instanceof Blob ? content.stream() : content
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600, flush: true })
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      return hash
    },

    async has(hash) {
      return (await stat(fileOf(hash)).catch(ignoreMissing)) !== undefined
    },

    async read(hash) {
      const handle = await open(fileOf(hash)).catch(ignoreMissing)
      return handle?.createReadStream()
    },

    async remove(hash) {
      await rm(fileOf(hash), { force: true })
    },

    async *storedBefore(time) {
      for await (const file of filesIn(folder)) {
        const name = path.basename(file)
        if (!isHash(name.split('.')[0] ?? '')) continue
        const { mtime } = (await stat(file).catch(ignoreMissing)) ?? {}
        if (!mtime || mtime >= time) continue
        // A partial file of a killed process.
        if (name.endsWith('.part')) await rm(file, { force: true })
        else yield name
      }
    },
  }
}
