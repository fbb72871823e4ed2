import type { Declaration } from 'css-tree'
import { tokenTypes } from 'css-tree'
import { cssTokens, type CssText } from './css-tokens.ts'
import type { Compilation, Spacing } from './sequence.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const satisfies (keyof Spacing)[]

/** The sides that a property's values apply to, in order. Text runs left to right and top to bottom. */
const sidesOf: Readonly<Record<string, readonly (keyof Spacing)[]>> = {
  '': sides,
  '-top': ['top'],
  '-right': ['right'],
  '-bottom': ['bottom'],
  '-left': ['left'],
  '-block': ['top', 'bottom'],
  '-inline': ['left', 'right'],
  '-block-start': ['top'],
  '-block-end': ['bottom'],
  '-inline-start': ['left'],
  '-inline-end': ['right'],
}

const opening = new Set([tokenTypes.Function, tokenTypes.LeftParenthesis])

/** The tokens of lengths. Excludes strings and addresses, which are written differently. */
const ofLengths = new Set([
  ...opening,
  tokenTypes.RightParenthesis,
  tokenTypes.WhiteSpace,
  tokenTypes.Comment,
  tokenTypes.Number,
  tokenTypes.Percentage,
  tokenTypes.Dimension,
  tokenTypes.Ident,
  tokenTypes.Comma,
  tokenTypes.Delim,
])

/** The space-separated values. A zero gets a unit, so that it works in calc(). */
function valuesOf(css: CssText, compilation: Compilation): string[] {
  const values: string[] = []
  let depth = 0
  let isInside = false
  const tokens = cssTokens(css.text, compilation)
  if (tokens.some(({ type }) => !ofLengths.has(type))) return []
  for (const { type, text } of tokens) {
    if (opening.has(type)) depth += 1
    if (type === tokenTypes.RightParenthesis) depth -= 1
    const isBetween = depth === 0 && (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment)
    if (isBetween) isInside = false
    else if (isInside) values.push(`${values.pop() ?? ''}${text}`)
    else isInside = values.push(text) > 0
  }
  return values.map((value) => (Number(value) === 0 || /^[a-z-]+$/i.test(value) ? '0px' : value))
}

/** The lengths of a margin or padding, by side. Keywords such as auto are 0. */
export function spacingOf(property: string, css: CssText, compilation: Compilation): Partial<Spacing> {
  const names = sidesOf[property.replace(/^(?:margin|padding)/, '')] ?? []
  const values = valuesOf(css, compilation)
  const [first] = values
  if (first === undefined || values.length > names.length) return {}
  // As in all shorthands, an omitted side gets the value of the opposite side.
  const at = (place: number) => values[place] ?? values[place - 2] ?? first
  return Object.fromEntries(names.map((side, place) => [side, at(place)]))
}

export const pageMarginForms = 'lengths in in, cm, mm, pt, pc, and px, and percentages of the page'

/** A page has no text, so lengths relative to the font size are excluded. */
export const isPageMargin = (margins: Partial<Spacing>): boolean => {
  const lengths = Object.values(margins)
  return (
    lengths.length > 0 && lengths.every((length) => /^(?:\d+(?:\.\d+)?|\.\d+)(?:in|cm|mm|q|pt|pc|px|%)$/i.test(length))
  )
}

export const isSpacing = (property: string): boolean => /^(?:margin|padding)(?:-|$)/.test(property)

/**
 * The body of a template becomes the page of the piece. Its margin is applied inside the page, so that its background
 * and positioned elements keep their places: margin and padding become variables, which the page adds up as its
 * padding.
 */
export const pageVariablesOf = (
  property: string,
  css: CssText,
  important: Declaration['important'],
  compilation: Compilation,
): string =>
  Object.entries(spacingOf(property, css, compilation))
    .map(([side, value]) => `--page-${property.split('-')[0]}-${side}:${value}${important ? '!important' : ''};`)
    .join('')

/** The page's padding, made from these variables. */
export const pagePadding: string = sides
  .map((side) => `padding-${side}:calc(var(--page-margin-${side},0px) + var(--page-padding-${side},0px))`)
  .join(';')
