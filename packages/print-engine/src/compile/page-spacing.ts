import type { Declaration } from 'css-tree'
import { tokenTypes } from 'css-tree'
import { cssTokens, type CssText } from './css-tokens.ts'
import type { Compilation, Spacing } from './sequence.ts'

const sides = ['top', 'right', 'bottom', 'left'] as const satisfies (keyof Spacing)[]

/** The sides that the values of a property are for, in their order. Text runs from left to right and down. */
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

/** The tokens of lengths. Strings and addresses are excluded, because they are written in other ways. */
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

/** The values between the spaces. A zero gets a unit, so that sums of lengths can be made of it. */
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

/** The lengths of a margin or of a padding by side. Keywords, such as auto, are 0. */
export function spacingOf(property: string, css: CssText, compilation: Compilation): Partial<Spacing> {
  const names = sidesOf[property.replace(/^(?:margin|padding)/, '')] ?? []
  const values = valuesOf(css, compilation)
  const [first] = values
  if (first === undefined || values.length > names.length) return {}
  // As in all shorthands, an omitted side takes the value of the opposite side.
  const at = (place: number) => values[place] ?? values[place - 2] ?? first
  return Object.fromEntries(names.map((side, place) => [side, at(place)]))
}

export const pageMarginForms = 'lengths in in, cm, mm, pt, pc, and px, and percentages of the page'

/** A page has no text, so nothing is relative to the size of its type. */
export const isPageMargin = (margins: Partial<Spacing>): boolean => {
  const lengths = Object.values(margins)
  return (
    lengths.length > 0 && lengths.every((length) => /^(?:\d+(?:\.\d+)?|\.\d+)(?:in|cm|mm|q|pt|pc|px|%)$/i.test(length))
  )
}

export const isSpacing = (property: string): boolean => /^(?:margin|padding)(?:-|$)/.test(property)

/**
 * The body of a template is the page of the piece. Its margin is printed inside of the page, so that its background and
 * what is placed on it keep their places: both spacings become variables, of which the page makes its padding.
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

/** The padding of the page that these variables make. */
export const pagePadding: string = sides
  .map((side) => `padding-${side}:calc(var(--page-margin-${side},0px) + var(--page-padding-${side},0px))`)
  .join(';')
