import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './product/paths.ts'

export interface Proof {
  /** Of the attack table or of the fault table. */
  row: string
  what: string
  /** A file of the gate and words of a test in it. */
  file: string
  words: string
}

export const proofOf = (row: string, what: string, file: string, words: string): Proof => ({ row, what, file, words })

/** Proofs whose file or words are gone. */
export const missingProofs = (proofs: readonly Proof[]): string[] =>
  proofs.flatMap(({ row, file, words }) => {
    const place = path.join(root, file)
    return existsSync(place) && readFileSync(place, 'utf8').includes(words) ? [] : [`of ${row}: "${words}" in ${file}`]
  })

/** Rows of the tables in docs/security.md: what each says it is tried by. */
export function triedBy(): Map<string, string> {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8')
  return new Map([...text.matchAll(/^\| ([A-ER]\d\d) \| .* \| (.*) \|$/gm)].map(([, row = '', by = '']) => [row, by]))
}
