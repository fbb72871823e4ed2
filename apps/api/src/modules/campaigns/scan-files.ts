import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'

const Batch = Type.Object({
  id: Type.String(),
  scans: Type.Array(
    Type.Object({ code: Type.String(), day: Type.String(), people: Type.Integer(), bots: Type.Integer() }),
  ),
  pieces: Type.Array(Type.Object({ token: Type.String(), at: Type.String() })),
})

/** Scans that are added to the database together, exactly once. */
export type ScanBatch = Type.Static<typeof Batch>

/** The token of a scanned piece, and the time as ISO text. */
export type PieceScan = ScanBatch['pieces'][number]

const batches = checkedRows(Batch)

/** A process that still adds to a batch writes its file every second. */
const abandonedAfterMs = 30_000

const namePattern = /^scans-([0-9a-f-]{36})\.json$/

/** Replaces a file atomically: readers see either the old content or the new. */
export async function writeWhole(file: string, content: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  // Several instances may write at once. In containers, all of them have the same process ID.
  const fresh = `${file}.${randomUUID()}.tmp`
  try {
    await writeFile(fresh, JSON.stringify(content), { mode: 0o600, flush: true })
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

/** Files with batches of scans that are not in the database yet. */
export function scanFiles(folder: string, { isAbandoned = olderThan(abandonedAfterMs) } = {}) {
  const fileOf = (id: string) => path.join(folder, `scans-${id}.json`)
  const written = new Set<string>()

  /** @throws for a damaged file, after moving it aside so that it does not block the others */
  const read = async (id: string): Promise<ScanBatch[]> => {
    const text = await readFile(fileOf(id), 'utf8').catch(() => undefined)
    if (text === undefined) return []
    try {
      return batches([JSON.parse(text)])
    } catch (error) {
      await rename(fileOf(id), `${fileOf(id)}.damaged`)
      throw error
    }
  }

  return {
    async write(waiting: readonly ScanBatch[]): Promise<void> {
      for (const batch of waiting) {
        await writeWhole(fileOf(batch.id), batch)
        written.add(batch.id)
      }
    },

    async remove(id: string): Promise<void> {
      // Nearly every batch reaches the database without a file.
      if (written.delete(id)) await rm(fileOf(id), { force: true })
    },

    /** Batches without recent writes, except this process's own. */
    async left(own: readonly string[]): Promise<ScanBatch[]> {
      const names = await readdir(folder).catch(() => [])
      const found: ScanBatch[] = []
      for (const name of names) {
        const [, id] = namePattern.exec(name) ?? []
        if (!id || own.includes(id) || !(await isAbandoned(fileOf(id)))) continue
        found.push(...(await read(id)))
        written.add(id)
      }
      return found
    },
  }
}

export type ScanFiles = ReturnType<typeof scanFiles>

const olderThan = (ms: number) => async (file: string) => {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  // oxlint-disable-next-line no-restricted-properties -- File times use the same clock.
  return Date.now() - mtimeMs >= ms
}
