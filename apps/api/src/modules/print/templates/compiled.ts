import type { PieceSize, TemplateField, TemplateFinding } from '@app/contract'
import {
  compileTemplate,
  type CompiledTemplate,
  printFonts,
  sheetOf,
  type TemplateFinding as EngineFinding,
} from '@app/print-engine'
import { isLetterSize } from '../sizes.ts'

// Here a template is only looked at: the names of the fonts matter, and their bytes would be copied into each rendering.
const fonts = printFonts.map((font) => ({ ...font, bytes: new Uint8Array() }))

export const compiledFor = (size: PieceSize, html: string): CompiledTemplate =>
  compileTemplate(html, { sheet: sheetOf(size), flows: isLetterSize(size), fonts })

/** Templates that were compiled lately, by what names their HTML and its size for ever. */
const known = new Map<string, CompiledTemplate>()
const mostKnown = 50

export function compiledOnce(name: string, size: PieceSize, html: string): CompiledTemplate {
  const place = `${name} ${size}`
  const template = known.get(place) ?? compiledFor(size, html)
  // The one that was used longest ago goes. A map keeps its keys in the order of insertion.
  known.delete(place)
  known.set(place, template)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(oldest)
  }
  return template
}

const fieldOf = ({ name, required, line, column }: CompiledTemplate['fields'][number]): TemplateField => ({
  Name: name.slice(0, 200),
  Required: required,
  Line: line,
  Column: column,
})

const findingOf = ({
  code,
  severity,
  found,
  allowed,
  remedy,
  field,
  line,
  column,
}: EngineFinding): TemplateFinding => ({
  Code: code,
  Severity: severity,
  Found: found,
  Allowed: allowed,
  Remedy: remedy,
  Field: field?.slice(0, 200) ?? null,
  Line: line ?? null,
  Column: column ?? null,
})

/** What a template says of itself, as the contract shows it. */
export const described = ({
  fields,
  lint,
}: CompiledTemplate): { fields: TemplateField[]; lint: TemplateFinding[] } => ({
  fields: fields.slice(0, 200).map(fieldOf),
  lint: lint.map(findingOf),
})
