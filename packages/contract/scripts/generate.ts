// openapi/spec.yaml → src/generated: TypeBox schemas, the operation table, and the document as data.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { compile } from './compile.ts'

const here = path.dirname(import.meta.dirname)
const output = path.join(here, 'src', 'generated')
const generated = compile(parse(readFileSync(path.join(here, '..', '..', 'openapi', 'spec.yaml'), 'utf8')))

mkdirSync(output, { recursive: true })
for (const [name, code] of Object.entries(generated)) writeFileSync(path.join(output, `${name}.ts`), code)
