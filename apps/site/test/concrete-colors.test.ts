import { expect, test } from 'vitest'
import { concreteColors, mixed, tokensOf } from '../scripts/concrete-colors.ts'

test('mixes colors like browsers', () => {
  expect(mixed('#ffffff', 50, '#000000')).toBe('#636363')
  expect(mixed('#c8401c', 100, '#14213d')).toBe('#c8401c')
  expect(mixed('#c8401c', 0, '#14213d')).toBe('#14213d')
})

test('leaves no variables and no color-mix() in the rules', async () => {
  const tokens = await tokensOf()
  const css =
    '.hill{fill:color-mix(in oklab, var(--teal) 38%, var(--paper))}.glow{fill:color-mix(in oklab,var(--gold) 45%,transparent)}'
  expect(concreteColors(css, tokens)).toMatch(
    /^\.hill\{fill:#[\da-f]{6}\}\.glow\{fill:#[\da-f]{6};fill-opacity:0\.45\}$/,
  )
})
