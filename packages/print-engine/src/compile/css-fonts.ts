import { string, tokenTypes } from 'css-tree'
import { fontKeywords, genericFonts } from './allowed-css.ts'
import { cssTokens, type CssText, type CssToken } from './css-tokens.ts'
import type { Compilation } from './sequence.ts'

const insignificant = new Set([tokenTypes.WhiteSpace, tokenTypes.Comment])

/** Refuses fonts that are not in the set. A value with var() is left to the check of the fonts in the finished file. */
export function checkFonts(property: string, css: CssText, compilation: Compilation): boolean {
  const { source, families } = compilation
  const tokens = cssTokens(css.text, compilation).filter(({ type }) => !insignificant.has(type))
  if (tokens.some(({ type }) => type === tokenTypes.Function)) return true
  const names = familiesOf(property, tokens)
  const allowed = `one of ${families.join(', ')}`
  let known = false
  let generic: CssToken | undefined
  for (const { name, token } of names) {
    const lower = name.toLowerCase()
    if (families.some((family) => family.toLowerCase() === lower)) known = true
    else if (genericFonts.has(lower)) generic ??= known ? undefined : token
    else if (!(fontKeywords.has(lower) && names.length === 1)) {
      source.report('unknown_font', css.at(token.offset), name, { allowed })
      return false
    }
  }
  if (generic) source.report('generic_font', css.at(generic.offset), generic.text, { allowed: `${allowed}, before it` })
  return true
}

/** The names between commas. In the shorthand the first one follows the size. */
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
