import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { completeDocument } from './complete-document.ts'
import { printSchemaOf } from './print-schema.ts'
import { readSource } from './read-source.ts'

const published = path.join(import.meta.dirname, '../../../apps/site/public/print-api.schema.json')
const contract = completeDocument(readSource())

test('the published schema is that of the contract: if not, run `pnpm --filter @app/contract print-schema`', () => {
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(printSchemaOf(contract))
})

test('its sizes are the sizes of postcards and letters', () => {
  const sizes = { PostcardSize: ['4.25x6', '6x9', '6x11'], LetterSize: ['8.5x11', '8.5x14'] }
  const pieceOf = (size: string) => ({ properties: { Size: { $ref: `#/components/schemas/${size}` } } })
  expect(contract).toMatchObject({
    components: {
      schemas: {
        PostcardSize: { enum: sizes.PostcardSize },
        LetterSize: { enum: sizes.LetterSize },
        PieceSize: { enum: [...sizes.PostcardSize, ...sizes.LetterSize] },
        PostcardInput: pieceOf('PostcardSize'),
        LetterInput: pieceOf('LetterSize'),
      },
    },
  })
})
