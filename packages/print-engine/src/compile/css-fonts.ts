import { string, tokenTypes } from 'css-tree'
import { fontKeywords, genericFonts } from './allowed-css.ts'
import { cssTokens, type CssText, type CssToken, isSignificant } from './css-tokens.ts'
import type { Compilation } from './sequence.ts'

/** Records the fonts in a value. One with var() is covered by the font check of the finished file. */
export function noteFonts(property: string, css: CssText, compilation: Compilation): void {
  const tokens = cssTokens(css.text, compilation).filter(isSignificant)
  if (tokens.some(({ type }) => type === tokenTypes.Function)) return
  compilation.namedFonts.push(
    familiesOf(property, tokens).map(({ name, token }) => ({ name, offset: css.at(token.offset) })),
  )
}

/**
 * Reports fonts that are neither ours nor defined in the template, and generic families without one of these before
 * them.
 */
export function checkFonts({ source, families, namedFonts }: Compilation): void {
  const allowed = `one of ${[...families].join(', ')}`
  const known = new Set([...families].map((family) => family.toLowerCase()))
  for (const names of namedFonts) {
    const lower = names.map(({ name }) => name.toLowerCase())
    const isKeyword = lower.length === 1 && fontKeywords.has(lower[0] ?? '')
    const wrong = names.find((_, place) => !known.has(lower[place] ?? '') && !genericFonts.has(lower[place] ?? ''))
    const generic = lower.findIndex((name) => genericFonts.has(name))
    const first = lower.findIndex((name) => known.has(name))
    if (isKeyword) continue
    if (wrong) source.report('unknown_font', wrong.offset, wrong.name, { allowed })
    else if (generic >= 0 && (first < 0 || generic < first)) {
      const { offset = 0, name = '' } = names[generic] ?? {}
      source.report('generic_font', offset, name, { allowed: `${allowed}, before it` })
    }
  }
}

/** The comma-separated names. In the shorthand, the first one follows the size. */
function familiesOf(property: string, tokens: readonly CssToken[]): { name: string; token: CssToken }[] {
  const size = tokens.findLastIndex(({ type }) => sizes.has(type))
  const start = property === 'font' ? size + 1 : 0
  const found: { name: string; token: CssToken }[] = []
  let words: CssToken[] = []
  for (const token of [...tokens.slice(start), undefined]) {
    if (token && token.type !== tokenTypes.Comma) words.push(token)
    else {
      const [first] = words
      if (first) found.push({ name: words.map(nameOf).join(' '), token: first })
      words = []
    }
  }
  return found
}

const sizes = new Set([tokenTypes.Dimension, tokenTypes.Percentage, tokenTypes.Number])

const nameOf = ({ type, text }: CssToken): string => (type === tokenTypes.String ? string.decode(text) : text)
