import { encodeIMb } from 'etiket'
import { encodeQR } from 'etiket/qr'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sampleCodes } from '../src/sample-codes.ts'

const trackingDigits = 20

/** A row of modules as a hexadecimal number whose most significant bit is on the left. */
const rowOf = (modules: readonly boolean[]): string => BigInt(`0b${modules.map(Number).join('')}`).toString(16)

// Writes the codes of the sample pieces, so that browsers need no encoder.
const encoded = Object.entries(sampleCodes).map(([id, { imb, url }]) => [
  id,
  {
    imb: encodeIMb(imb.slice(0, trackingDigits), imb.slice(trackingDigits)).join(''),
    qr: encodeQR(url, { ecLevel: 'M' }).map(rowOf),
  },
])
const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
mkdirSync(folder, { recursive: true })
const code = JSON.stringify(Object.fromEntries(encoded), null, 2)
writeFileSync(`${folder}encoded.ts`, `export const encodedCodes = ${code} as const\n`)
