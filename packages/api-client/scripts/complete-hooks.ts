// Writes what the hook generator omits: the patterns of the contract's schemas, so that a form rejects what the API
// would reject, and the mock handler of each operation, so that a test can choose its response. The generator's index
// only has bundles.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const here = path.dirname(import.meta.dirname)
interface Contract {
  components: { schemas: Record<string, { pattern?: string }> }
}
const { components }: Contract = JSON.parse(
  readFileSync(path.join(here, '../contract/src/generated/openapi.json'), 'utf8'),
)
const patterns = Object.entries(components.schemas).flatMap(([name, { pattern }]) =>
  pattern ? [`export const ${name[0]?.toLowerCase()}${name.slice(1)}Pattern = ${new RegExp(pattern, 'u')}`] : [],
)
const head = '// Generated from openapi/ by `pnpm generate`: do not edit.'
const generated = path.join(here, 'src/generated')
const write = (name: string, lines: string[]) =>
  writeFileSync(path.join(generated, name), `${[head, ...lines].join('\n')}\n`)

write('patterns.ts', patterns)
const handlers = globSync('hooks/*/*.msw.ts', { cwd: generated }).map((file) => file.replaceAll(path.sep, '/'))
write(
  'mocks.ts',
  handlers.map((file) => `export * from './${file}'`),
)
