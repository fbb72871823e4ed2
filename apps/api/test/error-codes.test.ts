import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes, guideText, memberCodes } from '@app/api-reference'
import { printFindingKinds, templateFindingKinds } from '@app/print-engine'

const folder = path.join(import.meta.dirname, '../src')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(folder, file), 'utf8'))

/** Codes that these patterns find in the source. */
const found = (...patterns: RegExp[]) =>
  new Set(
    sources.flatMap((source) =>
      patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, code = '']) => code)),
    ),
  )

/** Codes of a ProblemError, of a function that makes one, and of a status that Fastify reports. */
const ofProblems = found(
  /\bProblemError\(\s*\d{3},\s*'([a-z_]+)'/g,
  /\brefused\('([a-z_]+)'/g,
  /\bcodes\[status\] \?\? '([a-z_]+)'/g,
  /\b[45]\d{2}: '([a-z_]+)'/g,
)
/** Codes in objects: of problems that are sent, and of members of a request. */
const ofObjects = found(/\bcode: '([a-z_]+)'/g)

test('every code of an error is in the reference at /api/docs', () => {
  expect(ofProblems.size).toBeGreaterThan(30)
  expect([...ofProblems].filter((code) => !(code in errorCodes))).toEqual([])
  expect([...ofObjects].filter((code) => !(code in errorCodes) && !(code in memberCodes))).toEqual([])
})

test('no ProblemError gets its code from elsewhere, where the patterns above would not find it', () => {
  const others = sources.flatMap((source) => [...source.matchAll(/\bnew ProblemError\((?!\s*\d{3},\s*')[^\n]*/g)])
  expect(others.map(([text]) => text)).toEqual(['new ProblemError(401, code, detail)'])
})

test('the reference describes no code that the API does not send', () => {
  const sent = new Set([...ofProblems, ...ofObjects])
  expect(Object.keys({ ...errorCodes, ...memberCodes }).filter((code) => !sent.has(code))).toEqual([])
})

test('every finding about a template or a print file is in the reference', () => {
  const guides = guideText()
  const codes = Object.keys({ ...templateFindingKinds, ...printFindingKinds })
  expect(codes.length).toBeGreaterThan(50)
  expect(codes.filter((code) => !guides.includes(`| \`${code}\` |`))).toEqual([])
})

test('the status of a code is the one that it is sent with', () => {
  const statuses = new Map(Object.entries(errorCodes).map(([code, { status }]) => [code, status as number]))
  const pairs = sources.flatMap((source) => [...source.matchAll(/\bProblemError\(\s*(\d{3}),\s*'([a-z_]+)'/g)])
  expect(pairs.filter(([, status, code = '']) => statuses.get(code) !== Number(status)).map(([text]) => text)).toEqual(
    [],
  )
})
