// Writes the patterns of the contract's schemas, so that a form refuses what the API would refuse. The generator of the
// hooks leaves them out of the types.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const here = path.dirname(import.meta.dirname)
interface Contract {
  components: { schemas: Record<string, { pattern?: string }> }
}
const { components }: Contract = JSON.parse(
  readFileSync(path.join(here, '../contract/src/generated/openapi.json'), 'utf8'),
)
const lines = Object.entries(components.schemas).flatMap(([name, { pattern }]) =>
  pattern ? [`export const ${name[0]?.toLowerCase()}${name.slice(1)}Pattern = ${new RegExp(pattern, 'u')}`] : [],
)
const head = '// Generated from openapi/ by `pnpm generate`: do not edit.'
writeFileSync(path.join(here, 'src/generated/patterns.ts'), `${[head, ...lines].join('\n')}\n`)
