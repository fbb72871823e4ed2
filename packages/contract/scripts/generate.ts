// openapi/ → src/generated: the contract as one document, TypeBox schemas, and the operation table.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compile } from './compile.ts'
import { completeDocument } from './complete-document.ts'
import { readSource } from './read-source.ts'

const output = path.join(path.dirname(import.meta.dirname), 'src', 'generated')
const document = completeDocument(readSource())

mkdirSync(output, { recursive: true })
// Read by linters, generators, and mock servers.
writeFileSync(path.join(output, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
for (const [name, code] of Object.entries(compile(document))) writeFileSync(path.join(output, `${name}.ts`), code)
