import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The minimum length of a secret, set by the API. */
const shortest = 32

/** The secret in this file. Generated on first use and kept, so that staff stay signed in across restarts. */
export function keptSessionSecret(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  const write = (flag: 'wx' | 'w') =>
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag, flush: true })
  try {
    write('wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // An earlier start created the file but failed to write it, for example on a full disk.
    if (readFileSync(file, 'utf8').length < shortest) write('w')
  }
  return readFileSync(file, 'utf8')
}
