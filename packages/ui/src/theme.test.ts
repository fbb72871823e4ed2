// @vitest-environment node
import { readFileSync } from 'node:fs'
import { DEFAULT_THEME, getContrastColor, luminance, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { cssVariablesResolver, theme } from './theme.ts'

const { colors, white, ...rest } = mergeMantineTheme(DEFAULT_THEME, theme)
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const token = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(tokens)?.[1] ?? ''

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const ours = ['ink', 'teal', 'gold', 'red'] as const

describe('theme', () => {
  test.each(['ink', 'teal'])('shade 8 of %s is the token', (name) => {
    expect(colors[name]?.[8]).toBe(token(name))
  })

  test.each(ours)('text on filled %s is readable in both color schemes, hovered or not', (name) => {
    for (const shade of [8, 9, 3]) {
      const background = colors[name]?.[shade] ?? ''
      const text = getContrastColor({ color: background, theme: { colors, white, ...rest }, autoContrast: true })
      const hex = text.includes('white') ? white : token('ink')
      expect(contrast(background, hex), `${name} ${shade}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each(ours)('%s is readable as text on paper and on the dark ground', (name) => {
    expect(contrast(colors[name]?.[8] ?? '', token('paper'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors[name]?.[3] ?? '', colors.dark[6])).toBeGreaterThanOrEqual(4.5)
  })

  test('a primary button in the dark scheme is more colorful than a disabled one', () => {
    const chroma = (hex = '') => {
      const parts = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))
      return Math.max(...parts) - Math.min(...parts)
    }
    expect(chroma(colors.ink?.[3])).toBeGreaterThan(2 * chroma(colors.dark[3]))
    for (const shade of [3, 4]) expect(contrast(colors.ink?.[shade] ?? '', colors.dark[9])).toBeGreaterThanOrEqual(4.5)
  })

  test('a delete button is red in the dark scheme, too', () => {
    const { dark } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
    expect(dark['--mantine-color-red-light-color']).toBe('var(--mantine-color-red-3)')
  })

  test('quiet text and control borders are visible', () => {
    expect(contrast(colors.gray[6], token('paper'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.dark[2], colors.dark[6])).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.gray[5], token('paper'))).toBeGreaterThanOrEqual(3)
    expect(contrast(colors.dark[3], colors.dark[6])).toBeGreaterThanOrEqual(3)
  })
})
