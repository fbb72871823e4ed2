import { encodedCodes } from '@app/mail-piece/encoded'
import { sampleCodes, type SampleId } from '@app/mail-piece/sample-codes'
import { expect, test } from 'vitest'
import { encodeImb } from './imb-encode.ts'
import { encodeQr, qrRows } from './qr.ts'

// Object.keys has the type string[], whatever the keys of the object are.
test.each(Object.keys(sampleCodes) as SampleId[])('the codes that the site shows for %s are up to date', (id) => {
  expect(encodedCodes[id].imb).toBe(encodeImb(sampleCodes[id].imb))
  expect(encodedCodes[id].qr).toEqual(qrRows(encodeQr(sampleCodes[id].url)))
})
