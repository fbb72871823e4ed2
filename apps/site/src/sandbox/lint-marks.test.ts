import type { TemplateFinding } from '@app/api-client'
import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { diagnosticsOf } from './lint-marks.ts'

const text = Text.of(['<style>', '  p { font-family: Arial }', '</style>'])

const finding = (place: Partial<TemplateFinding>): TemplateFinding => ({
  Code: 'unknown_font',
  Field: null,
  Severity: 'error',
  Found: 'Arial',
  Allowed: 'our fonts',
  Remedy: 'Use one of our fonts.',
  Line: 2,
  Column: 20,
  ...place,
})

const markedBy = (place: Partial<TemplateFinding>) =>
  diagnosticsOf(text, [finding(place)]).map(({ from, to }) => text.sliceString(from, to))

test('marks the finding in its line', () => {
  expect(markedBy({})).toEqual(['Arial'])
  expect(markedBy({ Found: '  p { font-fa…', Column: 1 })).toEqual(['  p { font-fa'])
  expect(diagnosticsOf(text, [finding({})])).toMatchObject([
    { severity: 'error', source: 'unknown_font', message: 'Arial: Use one of our fonts.' },
  ])
})

test('marks the rest of the line if the text there has changed', () => {
  expect(markedBy({ Found: 'Times' })).toEqual(['Arial }'])
  expect(markedBy({ Line: 99, Column: 99 })).toEqual([''])
  expect(markedBy({ Line: 2, Column: null })).toEqual(['  p { font-family: Arial }'])
})

test('a finding about the whole template has no mark', () => {
  expect(markedBy({ Line: null, Column: null })).toEqual([])
})
