import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'

export interface Row {
  /** What is attacked, or what fails. */
  what: string
  /** The cell that says what proves the row. */
  triedBy: string
  /** Test files that the cell names, by their paths in the repository. */
  files: string[]
}

/** The document leaves out apps/api and its src folder. */
function fullPath(file: string): string {
  if (/^(apps|packages|tools|e2e)\//.test(file)) return file
  return file.startsWith('test/') ? `apps/api/${file}` : `apps/api/src/${file}`
}

/** The rows of the attack table and of the fault table in docs/security.md, by their ids. */
export function documentedRows(
  document: string = readFileSync(path.join(root, 'docs/security.md'), 'utf8'),
): Map<string, Row> {
  const rows = [...document.matchAll(/^\| ([A-GRS]\d\d) \| (.*) \| (.*) \|$/gm)]
  return new Map(
    rows.map(([, id = '', what = '', triedBy = '']) => {
      const named = [...triedBy.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)]
      return [id, { what, triedBy, files: named.map(([, file = '']) => fullPath(file)) }]
    }),
  )
}

const rows = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${String(n + 1).padStart(2, '0')}`)

/** Sections A to G: access, signing in, browsers, injection, input, the machine, print. */
export const attackRows = [
  ...rows('A', 26),
  ...rows('B', 21),
  ...rows('C', 16),
  ...rows('D', 18),
  ...rows('E', 30),
  ...rows('F', 3),
  ...rows('G', 13),
]

/** R: instances, database, worker, CRM and clients. S: what happens between the forms and the API. */
export const faultRows = [...rows('R', 62), ...rows('S', 4)]
