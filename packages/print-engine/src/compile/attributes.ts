import type { Expression } from '@app/mail-piece/merge-fields'
import { escapeUTF8 } from 'entities/escape'
import type { Token } from 'parse5'
import {
  attributesOf,
  isAllowedAttribute,
  qrElement,
  svgIgnoredAttributes,
  svgStyleAttributes,
} from './allowed-markup.ts'
import { assetId, type CssText, hasViewportUnit } from './css-tokens.ts'
import { compileCss, compileValue } from './css.ts'
import type { Part } from './parts.ts'
import { isQrAddressStart, qrAddressProblem } from './qr-address.ts'
import { hasPlaceholder, splitRuns, withoutPlaceholders } from './placeholders.ts'
import { compilePlainText, compileText, type Compilation, report } from './sequence.ts'

export interface AttributeOwner {
  tag: string
  isSvg: boolean
  attributes: readonly Token.Attribute[]
  location: Token.LocationWithAttributes | null | undefined
}

/** The attributes of an element, each with a leading space. Disallowed ones are reported and dropped. */
export const compileAttributes = (owner: AttributeOwner, compilation: Compilation): Part[] =>
  owner.attributes.flatMap((attribute) => compileAttribute(attribute, owner, compilation))

function compileAttribute(attribute: Token.Attribute, owner: AttributeOwner, compilation: Compilation): Part[] {
  const { source } = compilation
  const { tag, isSvg, location } = owner
  const { value } = attribute
  const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name
  const place = location?.attrs?.[name.toLowerCase()] ?? location
  const offset = place?.startOffset ?? 0
  const found = source.text.slice(offset, place?.endOffset)

  if (hasPlaceholder(name)) {
    source.report('expression_not_allowed_here', offset, found)
    return []
  }
  if (isSvg && svgIgnoredAttributes.has(name)) return []
  if (!isAllowedAttribute(tag, name, isSvg)) {
    source.report('attribute_not_allowed', offset, found, refusalOf(name, tag, isSvg))
    return []
  }
  if (name === 'style' || (isSvg && svgStyleAttributes.has(name))) {
    if (refusesExpressions(value, compilation)) return []
    const css: CssText = { text: withoutPlaceholders(value), at: () => offset }
    const target = tag === 'body' || tag === 'html' ? 'page' : undefined
    const compiled =
      name === 'style' ? compileCss('declarationList', css, compilation, target) : compileValue(name, css, compilation)
    return quoted(
      name,
      compiled?.map((part) => (typeof part === 'string' ? escapeUTF8(part) : part)),
    )
  }
  if (tag === qrElement && name === 'value') return quoted(name, compileQrAddress(value, offset, found, compilation))
  if (name === 'src') return quoted(name, compileAddress(value, offset, found, compilation))
  if (tag === 'style' && value.trim().toLowerCase() !== 'text/css') {
    source.report('attribute_value_not_allowed', offset, found, { allowed: 'text/css' })
    return []
  }
  if (isSvg && hasViewportUnit(value)) compilation.usesViewport = true
  return quoted(name, compileText(value, compilation))
}

const quoted = (name: string, parts: readonly Part[] | undefined): Part[] =>
  parts ? [` ${name}="`, ...parts, '"'] : []

/** Reports expressions in CSS, which may not contain any. */
export function refusesExpressions(css: string, compilation: Compilation): boolean {
  const expressions = expressionsIn(css, compilation)
  for (const expression of expressions) report('expression_not_allowed_here', expression, compilation)
  return expressions.length > 0
}

export const expressionsIn = (text: string, { expressions }: Compilation): Expression[] =>
  splitRuns(text, expressions).filter((run) => typeof run !== 'string')

/** The id may contain expressions; the scheme may not. */
function compileAddress(value: string, offset: number, found: string, compilation: Compilation): Part[] | undefined {
  const { source } = compilation
  const hasExpressions = hasPlaceholder(value)
  if (!value.startsWith('asset:') || (!hasExpressions && assetId(value) === undefined)) {
    source.report('address_not_allowed', offset, found)
    return undefined
  }
  const id = compilePlainText(value.slice('asset:'.length), compilation)
  return [{ kind: 'asset', use: 'image', id, place: source.placeOf(offset) }]
}

function compileQrAddress(value: string, offset: number, found: string, compilation: Compilation): Part[] | undefined {
  const { source } = compilation
  const address = compilePlainText(value, compilation)
  const [first = ''] = address
  const start = typeof first === 'string' ? first.trim() : ''
  const isWhole = address.length <= 1 && typeof first === 'string'
  // The text before the first expression already rules out an address.
  const problem = isWhole || !isQrAddressStart(start) ? qrAddressProblem(start) : undefined
  if (problem) {
    source.report(problem, offset, found)
    return undefined
  }
  return [{ kind: 'qr', address, place: source.placeOf(offset) }]
}

function refusalOf(name: string, tag: string, isSvg: boolean): { allowed: string; remedy?: string } {
  const allowed = `on <${tag}>: ${attributesOf(tag, isSvg)}`
  if (name.startsWith('on')) return { allowed, remedy: 'Remove it: nothing runs in a template.' }
  if (/^(?:xlink:)?(?:href|src|srcset|background|poster|action|cite|longdesc|ping|data)$/.test(name)) {
    return { allowed, remedy: 'Remove it: paper has no links. Images are <img src="asset:<id>">.' }
  }
  return { allowed }
}
