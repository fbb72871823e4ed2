import { writeFileSync } from 'node:fs'
import { sampleCodes } from '../src/sample-codes.ts'
import { encodeImb, encodeQr } from './encode-codes.ts'

const lines = Object.entries(sampleCodes).map(([id, { imb, url }]) => {
  const rows = encodeQr(url)
    .map((row) => `      '${row}',`)
    .join('\n')
  return `  ${id}: {\n    imb: '${encodeImb(imb)}',\n    qr: [\n${rows}\n    ],\n  },`
})

writeFileSync(
  new URL('../src/encoded.ts', import.meta.url),
  `/** Written by \`npm run encode\` from sample-codes.ts, so that browsers need no encoder. */\nexport const encodedCodes = {\n${lines.join('\n')}\n} as const\n`,
)
