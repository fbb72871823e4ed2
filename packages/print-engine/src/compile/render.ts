import { meetsCondition, type MergeFields, trackingField } from '@app/mail-piece/merge-fields'
import { escapeUTF8 } from 'entities/escape'
import { assetId } from './css-tokens.ts'
import { dataUrl } from './document.ts'
import type { Place } from './fields.ts'
import { type TemplateFinding, finding, FindingList } from './finding.ts'
import { templateLimits } from './limits.ts'
import type { AssetPart, Part } from './parts.ts'
import { qrAddressProblem } from './qr-address.ts'

/** An uploaded image or font that was read when it arrived. */
export interface Asset {
  mediaType: string
  bytes: Uint8Array
  /** The PostScript name of a font, which print files give it. */
  fontName?: string
}

export type FindAsset = (id: string) => Asset | undefined

export interface Rendering {
  /** A whole document, also when there are findings. Rejected and missing parts are left out of it. */
  html: string
  /** Fields that are missing or unused, values and assets that are not allowed. */
  findings: TemplateFinding[]
}

const mediaTypes: Readonly<Record<AssetPart['use'], ReadonlySet<string>>> = {
  image: new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif']),
  font: new Set(['font/ttf', 'font/woff2']),
}
const noData = 'data:,'
// oxlint-disable-next-line no-control-regex -- they are what is searched for.
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFDD0-\uFDEF\uFFFE\uFFFF]/g

class OutputLimit extends Error {}

export function renderParts(
  parts: readonly Part[],
  {
    values,
    fields,
    asset,
    empty,
  }: {
    values: MergeFields | undefined
    fields: ReadonlySet<string>
    asset: FindAsset
    /** Rendered instead when the output becomes too large. */
    empty: readonly Part[]
  },
): Rendering {
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
    walk(written, known, {
      text: push,
      value: (text) => push(escapedOf(text)),
      missing: (field, place) => known && reportOnce('missing_field', field, place),
      asset: (id, part) => push(dataOf(id, part)),
      qr: (address, place) => push(escapedOf(qrAddressOf(address, place))),
    })
    return out.join('')
  }

  function dataOf({ text: id, isComplete }: PlainText, { use, place }: AssetPart): string {
    if (!isComplete) return noData
    const found = assetId(`asset:${id}`) === undefined ? undefined : asset(id)
    if (!found) reportOnce('unknown_asset', id, place)
    else if (!mediaTypes[use].has(found.mediaType)) reportOnce('asset_type_not_allowed', found.mediaType, place)
    else return dataUrl(found.mediaType, found.bytes)
    return noData
  }

  /** Empty when there is nothing to open. Missing fields in it have been reported. */
  function qrAddressOf({ text, isComplete }: PlainText, place: Place): string {
    const address = text.trim()
    const problem = qrAddressProblem(address)
    if (problem && isComplete) reportOnce(problem, address, place)
    return problem || !isComplete ? '' : address
  }

  function reportOnce(code: ReportedOnce, found: string, place: Place) {
    const key = `${code} ${found}`
    if (reported.has(key)) return
    reported.add(key)
    findings.add(finding(code, found, { ...place, ...(code === 'missing_field' ? { field: found } : {}) }))
  }
}

type ReportedOnce =
  | 'missing_field'
  | 'unknown_asset'
  | 'asset_type_not_allowed'
  | 'qr_address_not_allowed'
  | 'qr_address_too_long'

interface PlainText {
  text: string
  /** Its fields have values. */
  isComplete: boolean
}

interface Writer {
  text: (text: string) => void
  value: (text: string) => void
  missing: (field: string, place: Place) => void
  asset: (id: PlainText, part: AssetPart) => void
  qr: (address: PlainText, place: Place) => void
}

const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === ''

type Values = ReadonlyMap<string, string> | undefined

/** A blank value is no value: its field is missing, and its default is printed. Without values, every branch is walked. */
function walk(parts: readonly Part[], values: Values, writer: Writer): void {
  for (const part of parts) {
    if (typeof part === 'string') writer.text(part)
    else if (part.kind === 'condition') {
      const isMet = values && meetsCondition(values.get(part.field)) === (part.name === 'if')
      if (isMet !== false) walk(part.parts, values, writer)
      if (isMet !== true) walk(part.otherwise, values, writer)
    } else if (part.kind === 'asset') writer.asset(plainText(part.id, values, writer.missing), part)
    else if (part.kind === 'qr') writer.qr(plainText(part.address, values, writer.missing), part.place)
    else {
      const value = values?.get(part.field)
      if (value !== undefined && !isBlank(value)) writer.value(value)
      else if (part.fallback !== undefined) writer.value(part.fallback)
      else writer.missing(part.field, part.place)
    }
  }
}

function plainText(parts: readonly Part[], values: Values, missing: Writer['missing']): PlainText {
  let text = ''
  let isComplete = values !== undefined || parts.every((part) => typeof part === 'string')
  const add = (added: string) => {
    text += added
  }
  const leave = (field: string, place: Place) => {
    isComplete = false
    missing(field, place)
  }
  walk(parts, values, { text: add, value: add, missing: leave, asset: nothing, qr: nothing })
  return { text, isComplete }
}

const nothing = () => undefined

/** The ids of the assets that a rendering with these values draws. */
export function assetIdsOf(parts: readonly Part[], values: MergeFields | undefined): string[] {
  const ids = new Set<string>()
  walk(parts, values && new Map(Object.entries(values)), {
    text: nothing,
    value: nothing,
    missing: nothing,
    asset: ({ text, isComplete }) => isComplete && ids.add(text),
    qr: nothing,
  })
  return [...ids]
}

/** The values by name, as a map: to an object, a name like `__proto__` is more than a name. */
function checkValues(values: MergeFields, fields: ReadonlySet<string>, findings: FindingList): Map<string, string> {
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
