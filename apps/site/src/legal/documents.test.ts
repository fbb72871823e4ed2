import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asText, legalDocuments } from './documents.ts'

const readme = readFileSync(path.join(import.meta.dirname, '../../../../README.md'), 'utf8')

test.each([
  ['PIECE_RETENTION_DAYS', (days: string) => `the print file for ${days} days after`],
  ['RUN_FILE_RETENTION_DAYS', (days: string) => `Copies for the press for ${days} days after`],
])('the privacy policy states the default of %s', (setting, words) => {
  const days = new RegExp(`\\| \`${setting}\` \\| \`(\\d+)\``).exec(readme)?.[1] ?? ''
  expect(days).not.toBe('')
  expect(asText(legalDocuments.privacy)).toContain(words(days))
})

test('the terms say which key mails and charges a piece', () => {
  expect(asText(legalDocuments.terms)).toContain(
    'What is sent with a live key is an order: we print it, mail it, and invoice it',
  )
})
