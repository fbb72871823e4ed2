import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../product/paths.ts'

export interface Row {
  /** The attack or fault. */
  what: string
  /** Test files that prove the row, by their paths in the repository. */
  files: string[]
}

/** The document omits the prefix apps/api and its src folder. */
function fullPath(file: string): string {
  if (/^(apps|packages|tools|e2e)\//.test(file)) return file
  return file.startsWith('test/') ? `apps/api/${file}` : `apps/api/src/${file}`
}

/** The rows of the attack and fault tables in docs/security.md, by id. */
export function documentedRows(
  document: string = readFileSync(path.join(root, 'docs/security.md'), 'utf8'),
): Map<string, Row> {
  const rows = [...document.matchAll(/^\| ([A-GRS]\d\d) \| (.*) \| (.*) \|$/gm)]
  return new Map(
    rows.map(([, id = '', what = '', triedBy = '']) => {
      const named = [...triedBy.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)]
      return [id, { what, files: named.map(([, file = '']) => fullPath(file)) }]
    }),
  )
}
