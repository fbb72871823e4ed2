import { sampleCodes } from '@app/mail-piece/sample-codes'
import { writeFileSync } from 'node:fs'
import { encodeImb } from '../src/codes/imb-encode.ts'
import { encodeQr, qrRows } from '../src/codes/qr.ts'

const lines = Object.entries(sampleCodes).map(([id, { imb, url }]) => {
  const rows = qrRows(encodeQr(url))
    .map((row) => `      '${row}',`)
    .join('\n')
  return `  ${id}: {\n    imb: '${encodeImb(imb)}',\n    qr: [\n${rows}\n    ],\n  },`
})

writeFileSync(
  new URL('../../mail-piece/src/encoded.ts', import.meta.url),
  `/** Written by \`pnpm --filter @app/print-engine encode\` from sample-codes.ts, so that browsers need no encoder. */\nexport const encodedCodes = {\n${lines.join('\n')}\n} as const\n`,
)
