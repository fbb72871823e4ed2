// openapi/spec.yaml → the JSON Schema of a piece that the site publishes. Run it after a change of PostcardInput or LetterInput.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { printSchemaOf } from './print-schema.ts'

const root = path.join(import.meta.dirname, '../../..')
const schema = printSchemaOf(parse(readFileSync(path.join(root, 'openapi/spec.yaml'), 'utf8')))
writeFileSync(path.join(root, 'apps/site/public/print-api.schema.json'), `${JSON.stringify(schema, null, 2)}\n`)
