import { openAsBlob } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { mergePrintFiles } from '@app/print-engine/run'
import { type FileStore, hashOf } from '../../print/files/file-store.ts'

/** A piece of a run, with its print file. */
export interface PlacedPiece {
  place: number
  /** Null when its proof was deleted. */
  hash: string | null
}

/** The print file. Undefined when it is missing from the store or damaged. */
async function readPrintFile(files: FileStore, hash: string | null): Promise<Buffer | undefined> {
  const stored = hash === null ? undefined : await files.read(hash)
  if (!stored) return undefined
  const bytes = await buffer(stored)
  return (await hashOf(bytes)) === hash ? bytes : undefined
}

const folderPrefix = 'run-file-'
/** Longer than any job may run. */
const leftoverMs = 1_800_000

/** Removes partial files of killed processes, which contain names and addresses. */
export async function removeLeftovers(folder = tmpdir()): Promise<void> {
  const names = await readdir(folder)
  for (const name of names.filter((one) => one.startsWith(folderPrefix))) {
    const left = path.join(folder, name)
    const { mtime } = await stat(left)
    if (mtime.getTime() < new Date().getTime() - leftoverMs) await rm(left, { recursive: true, force: true })
  }
}

export type MadeFile =
  | { lost: number[] }
  | {
      /** Page count of each piece. */
      pageCounts: number[]
      /** The merged PDF, on disk. */
      pdf: Blob
    }

/**
 * Merges the print files of pieces into one PDF in a folder that only this process can read, and passes it to `use`.
 * Reports all places with a missing print file together.
 */
export async function makeRunFile<Result>(
  pieces: readonly PlacedPiece[],
  files: FileStore,
  signal: AbortSignal,
  use: (made: MadeFile) => Promise<Result>,
): Promise<Result> {
  const lost: number[] = []
  async function* printFiles() {
    for (const { place, hash } of pieces) {
      signal.throwIfAborted()
      const bytes = await readPrintFile(files, hash)
      if (bytes) yield bytes
      else lost.push(place)
    }
  }
  const folder = await mkdtemp(path.join(tmpdir(), folderPrefix))
  try {
    const name = path.join(folder, 'merged.pdf')
    const output = await open(name, 'wx', 0o600)
    const pageCounts = await mergePrintFiles(printFiles(), (bytes) => output.writeFile(bytes)).finally(() =>
      output.close(),
    )
    return await use(lost.length > 0 ? { lost } : { pageCounts, pdf: await openAsBlob(name) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
