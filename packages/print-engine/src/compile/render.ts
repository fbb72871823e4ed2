import { isBlank, meetsCondition, type MergeFields, trackingField } from '@app/mail-piece/merge-fields'
import { escapeUTF8 } from 'entities/escape'
import { assetId } from './css-tokens.ts'
import { dataUrl } from './document.ts'
import { type TemplateFindingCode, finding, FindingList } from './finding.ts'
import { templateLimits } from './limits.ts'
import type { AssetPart, Part, Place, QrPart, ValuePart } from './parts.ts'
import { qrAddressProblem } from './qr-address.ts'

/** An uploaded image or font, validated at upload. */
export interface Asset {
  mediaType: string
  bytes: Uint8Array
  /** The PostScript name of a font, as used in print files. */
  fontName?: string
}

export type FindAsset = (id: string) => Asset | undefined

const mediaTypes: Readonly<Record<AssetPart['use'], ReadonlySet<string>>> = {
  image: new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif']),
  font: new Set(['font/ttf', 'font/woff2']),
}
const noData = 'data:,'
/** Includes two that reverse the direction of the text after them. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for them.
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202D\u202E\uFDD0-\uFDEF\uFFFE\uFFFF]/g

class OutputLimit extends Error {}

interface RenderOptions {
  values: MergeFields | undefined
  /** The fields of the template, by name. */
  fields: ReadonlyMap<string, unknown>
  asset: FindAsset
  /** Rendered instead if the output is too large. */
  empty: readonly Part[]
}

/**
 * Renders a complete document, even with findings: about missing or unused fields, values, and assets. Rejected and
 * missing parts are dropped.
 */
export function renderParts(parts: readonly Part[], { values, fields, asset, empty }: RenderOptions) {
  const findings = new FindingList()
  const known = values && checkValues(values, fields, findings)
  const reported = new Set<string>()
  try {
    return { html: write(parts), findings: findings.all }
  } catch (error) {
    if (!(error instanceof OutputLimit)) throw error
    findings.add(finding('output_too_large', 'a larger document'))
    return { html: write(empty), findings: findings.all }
  }

  function write(written: readonly Part[]): string {
    const out: string[] = []
    let length = 0
    // A value may be printed often.
    const escaped = new Map<string, string>()
    const escapedOf = (text: string) => {
      const known = escaped.get(text) ?? escapeUTF8(text)
      escaped.set(text, known)
      return known
    }
    const push = (text: string) => {
      length += text.length
      if (length > templateLimits.outputBytes) throw new OutputLimit()
      out.push(text)
    }
    for (const part of printed(written, known)) {
      if (typeof part === 'string') push(part)
      else if (part.kind === 'asset') push(dataOf(part))
      else if (part.kind === 'qr') push(escapedOf(qrAddressOf(part)))
      else if (part.text !== undefined) push(escapedOf(part.text))
      else reportMissing(part)
    }
    return out.join('')
  }

  function dataOf({ use, id: parts, place }: AssetPart): string {
    const id = plainText(parts, known, reportMissing)
    if (id === undefined) return noData
    const found = assetId(`asset:${id}`) === undefined ? undefined : asset(id)
    if (!found) reportOnce('unknown_asset', id, place)
    else if (!mediaTypes[use].has(found.mediaType)) reportOnce('asset_type_not_allowed', found.mediaType, place)
    else return dataUrl(found.mediaType, found.bytes)
    return noData
  }

  /** Empty if there is no valid address. Missing fields in it have been reported. */
  function qrAddressOf({ address: parts, place }: QrPart): string {
    const address = plainText(parts, known, reportMissing)?.trim()
    if (address === undefined) return ''
    const problem = qrAddressProblem(address)
    if (problem) reportOnce(problem, address, place)
    return problem ? '' : address
  }

  function reportMissing({ field, place }: ValuePart) {
    if (known) reportOnce('missing_field', field, place)
  }

  function reportOnce(code: TemplateFindingCode, found: string, place: Place) {
    const key = `${code} ${found}`
    if (reported.has(key)) return
    reported.add(key)
    findings.add(finding(code, found, { ...place, ...(code === 'missing_field' ? { field: found } : {}) }))
  }
}

type Values = ReadonlyMap<string, string> | undefined

/** A value part with its value or default. Without either, its field is missing. */
interface PrintedValue extends ValuePart {
  text: string | undefined
}

/** The parts to print with these values. Without values, those of every branch. A blank value counts as missing. */
function* printed(parts: readonly Part[], values: Values): Generator<string | PrintedValue | AssetPart | QrPart> {
  for (const part of parts) {
    if (typeof part === 'string') yield part
    else if (part.kind === 'condition') {
      const isMet = values && meetsCondition(values.get(part.field)) === (part.name === 'if')
      if (isMet !== false) yield* printed(part.parts, values)
      if (isMet !== true) yield* printed(part.otherwise, values)
    } else if (part.kind === 'value') {
      const value = values?.get(part.field)
      yield { ...part, text: isBlank(value) ? part.fallback : value }
    } else yield part
  }
}

/** The text of an id or an address. Undefined if a field in it has no value. */
function plainText(parts: readonly Part[], values: Values, onMissing?: (part: ValuePart) => void): string | undefined {
  let text = ''
  let isComplete = values !== undefined || parts.every((part) => typeof part === 'string')
  for (const part of printed(parts, values)) {
    if (typeof part === 'string') text += part
    else if (part.kind !== 'value') continue
    else if (part.text !== undefined) text += part.text
    else {
      isComplete = false
      onMissing?.(part)
    }
  }
  return isComplete ? text : undefined
}

/** The ids of the assets that a rendering with these values uses. */
export function assetIdsOf(parts: readonly Part[], given: MergeFields | undefined): string[] {
  const values = given && new Map(Object.entries(given))
  const assets = [...printed(parts, values)].filter((part) => typeof part !== 'string' && part.kind === 'asset')
  return [...new Set(assets.flatMap(({ id }) => plainText(id, values) ?? []))]
}

/** The values by name, as a Map: on a plain object, a name like `__proto__` has special meaning. */
function checkValues(
  values: MergeFields,
  fields: ReadonlyMap<string, unknown>,
  findings: FindingList,
): Map<string, string> {
  const known = new Map<string, string>()
  for (const [field, value] of Object.entries(values)) {
    if (!fields.has(field)) {
      // Every piece has a token, whether it is printed or not.
      if (field !== trackingField) findings.add(finding('unused_field', field, { field }))
      continue
    }
    if (value.length > templateLimits.valueLength) {
      findings.add(finding('value_too_long', `${value.length} characters`, { field }))
    }
    const used = value.slice(0, templateLimits.valueLength).toWellFormed()
    const printable = used.replaceAll(controlCharacters, '')
    if (printable !== used) findings.add(finding('value_has_control_characters', field, { field }))
    known.set(field, printable)
  }
  return known
}
