import { expect, test } from 'vitest'
import { concreteColors, mixed, tokensOf } from '../scripts/concrete-colors.ts'

test('mixes as browsers do', () => {
  expect(mixed('#ffffff', 50, '#000000')).toBe('#636363')
  expect(mixed('#c8401c', 100, '#14213d')).toBe('#c8401c')
  expect(mixed('#c8401c', 0, '#14213d')).toBe('#14213d')
})

test('leaves neither variables nor mixing in the rules of a picture', async () => {
  const tokens = await tokensOf()
  const css =
    '.hill{fill:color-mix(in oklab, var(--teal) 38%, var(--paper))}.glow{fill:color-mix(in oklab,var(--gold) 45%,transparent)}'
  expect(concreteColors(css, tokens)).toMatch(
    /^\.hill\{fill:#[\da-f]{6}\}\.glow\{fill:#[\da-f]{6};fill-opacity:0\.45\}$/,
  )
})
