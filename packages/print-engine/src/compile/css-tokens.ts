import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import type { TemplateFindingCode, FindingDetails } from './finding.ts'
import { templateLimits } from './limits.ts'
import type { Part } from './parts.ts'
import type { Compilation } from './sequence.ts'

export interface CssToken {
  type: number
  text: string
  /** From the beginning of this CSS. */
  offset: number
}

/** A piece of CSS, and the position of its first character in the template. */
export interface CssText {
  text: string
  /** Maps an offset in the text to the template. In an attribute, all offsets map to the attribute. */
  at: (offset: number) => number
}

/** @throws {LimitReached} */
export const cssTokens = (text: string, { source }: Compilation): CssToken[] => {
  const tokens: CssToken[] = []
  tokenize(text, (type, start, end) => {
    source.spend(1)
    tokens.push({ type, text: text.slice(start, end), offset: start })
  })
  return tokens
}

const insignificant = new Set([tokenTypes.WhiteSpace, tokenTypes.Comment])

export const isSignificant = ({ type }: CssToken): boolean => !insignificant.has(type)

const closers = new Map([
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
])
const closing = new Set(closers.values())

/** The first bracket beyond the nesting limit. The style sheet parser recurses for each level. */
export function firstTooDeep(tokens: readonly CssToken[]): CssToken | undefined {
  let depth = 0
  return tokens.find(({ type }) => {
    if (closers.has(type)) depth += 1
    else if (closing.has(type) && depth > 0) depth -= 1
    return depth > templateLimits.styleDepth
  })
}

/** Tokens that are not allowed in a selector, a value, or a condition. */
const misplaced = new Set([
  tokenTypes.AtKeyword,
  tokenTypes.BadString,
  tokenTypes.BadUrl,
  tokenTypes.CDO,
  tokenTypes.CDC,
  tokenTypes.Semicolon,
  tokenTypes.LeftCurlyBracket,
  tokenTypes.RightCurlyBracket,
])

/** True for a length relative to the window. Units may contain escapes. */
export const hasViewportUnit = (css: string): boolean => /\d[sld]?v(?:w|h|min|max|i|b)\b/i.test(ident.decode(css))

/** True for a string without its closing quote, and for an unfinished url() or escape at the end of the text. */
const isCut = ({ type, text }: CssToken): boolean =>
  text.endsWith('\\') ||
  (type === tokenTypes.String && (text.length < 2 || text.at(0) !== text.at(-1))) ||
  (type === tokenTypes.Url && !text.endsWith(')'))

class Refused extends Error {}

/**
 * Writes a selector, value, or condition token by token, and checks each token. An unlisted function, a disallowed
 * address, or an unclosed bracket rejects the whole text, which is then reported and dropped.
 */
export function compileTokens(
  css: CssText,
  functions: ReadonlySet<string>,
  compilation: Compilation,
  nameOf: (token: CssToken, before: CssToken | undefined) => string = ({ text }) => text,
): Part[] | undefined {
  const tokens = cssTokens(css.text, compilation)
  const parts: Part[] = []
  const expected: number[] = []
  const refuse = (code: TemplateFindingCode, token: CssToken, details?: FindingDetails): never => {
    compilation.source.report(code, css.at(token.offset), token.text, details)
    throw new Refused()
  }
  try {
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index]
      if (!token) break
      const { type, text } = token
      if (misplaced.has(type) || isCut(token)) refuse('css_syntax', token)
      if (type === tokenTypes.Url) parts.push(...compileUrl(url.decode(text), token))
      else if (type === tokenTypes.Function && text.toLowerCase() === 'url(') {
        const [address, end] = quotedUrl(tokens, index)
        if (!address) return refuse('css_syntax', token)
        parts.push(...compileUrl(string.decode(address.text), address))
        index = end
      } else if (type === tokenTypes.String) parts.push(writeString(string.decode(text)))
      else if (type === tokenTypes.Comment) parts.push('/**/')
      else {
        const closer = closers.get(type)
        if (type === tokenTypes.Function && !functions.has(text.slice(0, -1).toLowerCase())) {
          refuse('css_function_not_allowed', token)
        }
        if (closer !== undefined) expected.push(closer)
        else if (closing.has(type) && expected.pop() !== type) refuse('css_syntax', token)
        else if (type === tokenTypes.Dimension && hasViewportUnit(text)) compilation.usesViewport = true
        parts.push(nameOf(token, tokens[index - 1]))
      }
    }
    const last = tokens.at(-1)
    if (last && expected.length > 0) refuse('css_syntax', last)
    return parts
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }

  function compileUrl(address: string, token: CssToken): Part[] {
    const place = compilation.source.placeOf(css.at(token.offset))
    const id = assetId(address)
    if (id !== undefined) return ['url("', { kind: 'asset', use: 'image', id: [id], place }, '")']
    if (/^#[\w-]+$/.test(address)) return [`url("${address}")`]
    return refuse('address_not_allowed', token, {
      allowed: 'url(asset:<id>), and url(#id) for a gradient or a clip path',
    })
  }
}

/** Matches `asset:` and a name of letters, digits, dots, hyphens, and underscores. */
export const assetId = (address: string): string | undefined => /^asset:([\w.-]{1,80})$/.exec(address)?.[1]

/** The string inside `url( "…" )`, and the index of the closing parenthesis. */
export function quotedUrl(tokens: readonly CssToken[], index: number): [CssToken | undefined, number] {
  let at = index + 1
  if (tokens[at]?.type === tokenTypes.WhiteSpace) at += 1
  const address = tokens[at]
  at += 1
  if (tokens[at]?.type === tokenTypes.WhiteSpace) at += 1
  const isComplete =
    address?.type === tokenTypes.String && !isCut(address) && tokens[at]?.type === tokenTypes.RightParenthesis
  return [isComplete ? address : undefined, at]
}

/** Escapes `<`, so that `</style>` in a string does not end the style element. */
export const writeString = (text: string): string => string.encode(text).replaceAll('<', String.raw`\3c `)
