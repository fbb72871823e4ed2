import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'

/** The databases of all API tests take 2 GB. */
const roomBytes = 8 * 1024 ** 3

function memoryHasRoom(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) >= roomBytes
}

/**
 * A new folder for a throwaway cluster. In memory if there is room, because a database consists of about 700 files, and
 * creating them on disk takes ten times as long.
 */
export const throwawayFolder = (prefix: string): string =>
  mkdtempSync(path.join(memoryHasRoom() ? memory : tmpdir(), prefix))
