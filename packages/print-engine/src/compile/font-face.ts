import type { Atrule, CssNode } from 'css-tree'
import { ident, string, tokenTypes, url } from 'css-tree'
import { report, slice } from './css-nodes.ts'
import { assetId, cssTokens, type CssText, type CssToken, isSignificant, quotedUrl, writeString } from './css-tokens.ts'
import type { TemplateFindingCode } from './finding.ts'
import type { Part } from './parts.ts'
import type { Compilation } from './sequence.ts'

const forms = 'font-family: "Name"; src: url(asset:<id>); and font-weight, font-style, and unicode-range'

/** Descriptor values that are copied unchanged. */
const descriptors: Readonly<Record<string, RegExp>> = {
  'font-weight': /^(?:normal|bold|[1-9]\d{0,2}|1000)$/i,
  'font-style': /^(?:normal|italic|oblique)$/i,
  'unicode-range': /^u\+[\da-f?]{1,6}(?:-[\da-f]{1,6})?(?:\s*,\s*u\+[\da-f?]{1,6}(?:-[\da-f]{1,6})?){0,200}$/i,
}

/** The name of a family: a string, or words. */
function familyOf(css: CssText, compilation: Compilation): string | undefined {
  const tokens = cssTokens(css.text, compilation).filter(isSignificant)
  const [first] = tokens
  if (tokens.length === 1 && first?.type === tokenTypes.String) return string.decode(first.text).trim() || undefined
  const areWords = tokens.length > 0 && tokens.every(({ type }) => type === tokenTypes.Ident)
  return areWords ? tokens.map(({ text }) => ident.decode(text)).join(' ') : undefined
}

/** The address in url(). A format hint, as in format("woff2"), may follow. */
function sourceOf(css: CssText, compilation: Compilation): { id: string; token: CssToken } | undefined {
  const tokens = cssTokens(css.text, compilation)
  const start = tokens.findIndex(isSignificant)
  const token = tokens[start]
  if (!token) return undefined
  const isQuoted = token.type === tokenTypes.Function && token.text.toLowerCase() === 'url('
  const [address, end] = isQuoted ? quotedUrl(tokens, start) : [token, start]
  const text =
    address && (isQuoted ? string.decode(address.text) : token.type === tokenTypes.Url && url.decode(token.text))
  const rest = tokens.slice(end + 1).map((one) => one.text)
  const isKnown = /^\s*(?:format\(\s*["']?[\w-]+["']?\s*\)\s*)?$/i.test(rest.join(''))
  const id = text && isKnown ? assetId(text) : undefined
  return id === undefined ? undefined : { id, token }
}

/** A customer's font: its name, and the uploaded file. */
export function compileFontFace(node: Atrule, css: CssText, compilation: Compilation): Part[] {
  let isReported = false
  const refuse = (code: TemplateFindingCode, inner: CssNode, allowed = forms) => {
    isReported = true
    report(code, inner, css, compilation, { allowed })
  }
  let family: string | undefined
  let source: Part[] | undefined
  const others: string[] = []
  for (const child of node.block?.children ?? []) {
    if (child.type !== 'Declaration') {
      refuse('css_syntax', child)
      continue
    }
    const property = child.property.toLowerCase()
    const value = slice(css, child.value)
    const form = descriptors[property]
    if (property === 'font-family') {
      family = familyOf(value, compilation)
      if (family === undefined) refuse('css_value_not_allowed', child.value)
    } else if (property === 'src') {
      const found = sourceOf(value, compilation)
      const place = compilation.source.placeOf(value.at(found?.token.offset ?? 0))
      if (found) source = ['src:url("', { kind: 'asset', use: 'font', id: [found.id], place }, '");']
      else refuse('address_not_allowed', child.value, 'one url(asset:<id>) of an uploaded font')
    } else if (property === 'font-display') report('css_no_effect', child, css, compilation)
    else if (!form) refuse('css_property_not_allowed', child)
    else if (form.test(value.text.trim())) others.push(`${property}:${value.text.trim()};`)
    else refuse('css_value_not_allowed', child.value)
  }
  if (family === undefined || !source) {
    return isReported ? [] : report('css_value_not_allowed', node, css, compilation, { allowed: forms })
  }
  compilation.families.add(family)
  return [`@font-face{font-family:${writeString(family)};`, ...source, ...others, '}']
}
