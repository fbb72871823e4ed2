// Writes the JSON Schema of a piece that the site publishes. Run it after changing PostcardInput or LetterInput.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeDocument } from './complete-document.ts'
import { printSchemaOf } from './print-schema.ts'
import { readSource } from './read-source.ts'

const root = path.join(import.meta.dirname, '../../..')
const schema = printSchemaOf(completeDocument(readSource()))
writeFileSync(path.join(root, 'apps/site/public/print-api.schema.json'), `${JSON.stringify(schema, null, 2)}\n`)
