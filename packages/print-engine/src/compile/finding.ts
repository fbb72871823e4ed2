import { printFindingKinds, type Severity } from '../findings.ts'
import { templateLimits } from './limits.ts'

interface FindingKind {
  /**
   * A template with an error is not rendered for print. After a warning, the reported part is dropped or stays as it
   * is.
   */
  severity: Exclude<Severity, 'note'>
  allowed: string
  remedy: string
}

const { conditionDepth, elementDepth, elements, fieldNameLength, fields, qrAddressBytes, valueLength } = templateLimits
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`
const error = (allowed: string, remedy: string): FindingKind => ({ severity: 'error', allowed, remedy })
const warning = (allowed: string, remedy: string): FindingKind => ({ severity: 'warning', allowed, remedy })

/** The findings about a template and its merge field values. */
export const templateFindingKinds = {
  template_too_large: error(
    `at most ${templateLimits.htmlBytes / 1024} KB of HTML`,
    'Upload images as assets and refer to them as asset:<id>.',
  ),
  template_too_complex: error(
    `CSS and expressions that take at most ${templateLimits.steps.toLocaleString('en-US')} steps to read`,
    'Remove unused CSS, and correct the findings.',
  ),
  too_many_elements: error(`at most ${elements} elements`, 'Use fewer elements, or use an image.'),
  nested_too_deeply: error(`elements nested at most ${elementDepth} deep`, 'Close elements, and use fewer wrappers.'),
  too_many_attributes: error(
    `at most ${templateLimits.attributesOfElement} attributes on an element`,
    'Remove the attributes that the piece does not need.',
  ),
  too_many_fields: error(`at most ${fields} different fields`, 'Combine fields that always appear together.'),
  reserved_character: error(
    'every character except the noncharacters U+FDD0 and U+FDD1',
    'Remove the character; it has no glyph.',
  ),
  unknown_expression: error(
    '{{field}}, {{field ?? "text"}}, {{#if field}}…{{else}}…{{/if}}, and {{#unless field}}…{{/unless}}',
    'Use one of these forms. Write {&#123; to print two braces.',
  ),
  field_name_too_long: error(`at most ${fieldNameLength} characters`, 'Shorten the name.'),
  if_not_closed: error(
    'an {{/if}} in the same element or attribute as its {{#if}}, and likewise for {{#unless}}',
    'Close the condition in the element where it opens, and close the elements in between.',
  ),
  if_not_opened: error(
    'an {{/if}} after an {{#if}} in the same element or attribute, and likewise for {{#unless}}',
    'Open the condition in the same element, or remove its end.',
  ),
  else_not_allowed_here: error(
    'one {{else}} between the {{#if}} or {{#unless}} and its end, in the same element or attribute',
    'Remove the {{else}}, or move it into the condition.',
  ),
  if_nested_too_deeply: error(`conditions nested at most ${conditionDepth} deep`, 'Split the template in two.'),
  expression_not_allowed_here: error(
    'expressions in text and in attribute values other than styles and colors',
    'Set a class with {{#if field}} in the class attribute, and write a rule for each class.',
  ),
  tag_not_allowed: error('elements for text, tables, images, and SVG shapes', 'Remove the element.'),
  attribute_not_allowed: error('attributes that affect print', 'Remove the attribute.'),
  attribute_value_not_allowed: error('the values of this attribute', 'Correct the value, or remove the attribute.'),
  address_not_allowed: error(
    'asset:<id>, with the ID of an uploaded asset',
    'Upload the image and use its ID. A template loads nothing from other addresses.',
  ),
  html_syntax: warning(
    'HTML that follows the standard',
    'Correct the markup, so that every parser reads the same document.',
  ),
  meta_not_needed: warning('no meta element', 'Remove it. Templates are UTF-8 and have the size of their piece.'),
  css_syntax: error('CSS that follows the standard', 'Correct the rule. A browser would ignore it.'),
  css_nested_too_deeply: error(
    `blocks and brackets nested at most ${templateLimits.styleDepth} deep`,
    'Use fewer nested rules and functions.',
  ),
  css_at_rule_not_allowed: error(
    '@media, @supports, @container, @layer, @font-face with an uploaded font, and @page with margins',
    'Remove the rule. The piece sets the size of the page, and nothing is imported.',
  ),
  css_property_not_allowed: error('properties for layout, color, text, and shapes', 'Remove the declaration.'),
  css_value_not_allowed: error('the values of this property', 'Correct the value, or remove the declaration.'),
  css_function_not_allowed: error(
    'functions that calculate lengths and colors, gradients, transforms, var(), and url(asset:<id>)',
    'Replace the function with a value.',
  ),
  css_no_effect: warning('properties that affect print', 'Remove it. It has no effect on paper.'),
  unknown_font: error(
    'our fonts, and the fonts in @font-face rules',
    'Use one of our fonts, or upload yours and add @font-face { font-family: "Name"; src: url(asset:<id>) }.',
  ),
  generic_font: warning(
    'one of our fonts, or one of yours, before the generic one',
    'List one of these fonts first, so that the proof and the print match.',
  ),
  missing_field: error('a value that is not blank', printFindingKinds.missing_field.remedy),
  unused_field: warning('the fields of the template', printFindingKinds.unused_field.remedy),
  value_too_long: error(`at most ${valueLength} characters`, 'Shorten the value.'),
  value_has_control_characters: error('printable characters, tabs, and line breaks', 'Remove the control characters.'),
  unknown_asset: error('the ID of an uploaded asset', 'Upload the file, or correct the ID.'),
  asset_type_not_allowed: error(
    'an image where an image is drawn, and a font in @font-face',
    'Use the ID of an asset of this kind.',
  ),
  qr_address_not_allowed: error(
    'an address that begins with https:// or http:// and has no spaces',
    'Write the complete address, with %20 for a space, and give each field in it a value or a default.',
  ),
  qr_address_too_long: error(`at most ${qrAddressBytes} bytes`, 'Shorten the address, for example with a short link.'),
  output_too_large: error(
    `at most ${megabytes(templateLimits.outputBytes)} with all images and fonts`,
    'Use fewer or smaller images and shorter values.',
  ),
  too_many_findings: error(`at most ${templateLimits.findings} findings`, 'Fix these findings first.'),
} as const satisfies Record<string, FindingKind>

export type TemplateFindingCode = keyof typeof templateFindingKinds

export interface TemplateFinding extends FindingKind {
  code: TemplateFindingCode
  /** The beginning of the offending text in the template. */
  found: string
  /** The name of the merge field, if the finding is about one. */
  field?: string
  /** The position in the template, both from 1. Absent if the finding has no position. */
  line?: number
  column?: number
}

/** Overrides for the details of the finding's kind. */
export type FindingDetails = Partial<Pick<FindingKind, 'allowed' | 'remedy' | 'severity'>> & {
  field?: string
  line?: number
  column?: number
}

const foundLength = 80
const allowedLength = 500

/** The beginning of a text, as a single line. */
function shortened(text: string): string {
  const line = text
    .slice(0, foundLength + 1)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > foundLength || text.length > foundLength + 1 ? `${line.slice(0, foundLength - 1)}…` : line
}

export const finding = (code: TemplateFindingCode, found: string, details: FindingDetails = {}): TemplateFinding => ({
  code,
  found: shortened(found),
  ...templateFindingKinds[code],
  ...details,
  allowed: (details.allowed ?? templateFindingKinds[code].allowed).slice(0, allowedLength),
})

const ordered = ({ line = 0, column = 0 }: TemplateFinding, other: TemplateFinding): number =>
  line - (other.line ?? 0) || column - (other.column ?? 0)

/** Collects findings up to the limit. The last one reports that there are more. */
export class FindingList {
  private readonly added: TemplateFinding[] = []
  private isFull = false

  /** In template order. */
  get all(): TemplateFinding[] {
    const last = this.isFull ? [finding('too_many_findings', 'more findings')] : []
    return [...this.added.toSorted(ordered), ...last]
  }

  /** Adds a finding that is kept even if there are too many. */
  addFirst(added: TemplateFinding): void {
    this.added.unshift(added)
    this.isFull ||= this.added.length > templateLimits.findings
    this.added.length = Math.min(this.added.length, templateLimits.findings)
  }

  add(added: TemplateFinding): void {
    if (this.added.length < templateLimits.findings) this.added.push(added)
    else this.isFull = true
  }
}
