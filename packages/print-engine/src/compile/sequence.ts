import type { Expression } from '@app/mail-piece/merge-fields'
import { escapeUTF8 } from 'entities/escape'
import type { FindingDetails, TemplateFindingCode } from './finding.ts'
import { templateLimits } from './limits.ts'
import { append, type ConditionPart, type Part, type TemplateField } from './parts.ts'
import { splitRuns } from './placeholders.ts'
import type { Source } from './source.ts'
import { explainUnknown } from './unknown-expression.ts'

/** A length for each side. */
export type Spacing = Record<'top' | 'right' | 'bottom' | 'left', string>

/** The fonts of one declaration, in order, with their offsets in the template. */
type NamedFonts = readonly { name: string; offset: number }[]

/** The state shared by all steps of one compilation. */
export interface Compilation {
  source: Source
  /** The template with placeholders in place of its expressions. */
  markup: string
  expressions: readonly Expression[]
  /** By name, in order of first use. */
  fields: Map<string, TemplateField>
  /** The names of the fonts that the piece may use: ours and the template's. */
  families: Set<string>
  /** The fonts that the template names. They are checked at the end, once all of its font rules have been parsed. */
  namedFonts: NamedFonts[]
  /** The fields of the conditions around the current position. */
  conditions: string[]
  /** Blocks of other template languages that were reported at their beginning. */
  unknownBlocks: Set<string>
  /** True if a selector may match the body without naming it. */
  bodyHasAttributes: boolean
  /** The margins of all pages, if the template sets them. */
  pageMargins: Partial<Spacing>
  /** True if the style depends on the window size, as `vw` and `@media (width)` do. */
  usesViewport: boolean
}

const isExpression = (item: unknown): item is Expression =>
  typeof item === 'object' && item !== null && 'kind' in item && 'start' in item

interface OpenCondition {
  expression: Expression & { kind: 'open' }
  part: ConditionPart
  isInElse: boolean
  /** The list that parts were added to before the condition. */
  outer: Part[]
  /** The number of conditions around it. */
  depth: number
}

/** Compiles expressions and the items between them. A condition starts and ends in the same sequence. */
export function compileSequence<T>(
  items: readonly (T | Expression)[],
  compile: (item: T) => readonly Part[],
  compilation: Compilation,
): Part[] {
  const { source, fields, conditions } = compilation
  const outermost = conditions.length
  const open: OpenCondition[] = []
  const parts: Part[] = []
  let target = parts

  function use(name: string, offset: number, required: boolean): void {
    const known = fields.get(name)
    if (known) {
      known.required ||= required
      return
    }
    if (name.length > templateLimits.fieldNameLength) source.report('field_name_too_long', offset, name)
    if (fields.size === templateLimits.fields) source.report('too_many_fields', offset, name)
    fields.set(name, { name, required, ...source.placeOf(offset) })
  }
  function addValue({ field, fallback, start }: Expression & { kind: 'value' }): void {
    use(field, start, fallback === undefined && !conditions.includes(field))
    append(target, [{ kind: 'value', field, fallback, place: source.placeOf(start) }])
  }
  function begin(expression: OpenCondition['expression']): void {
    const { name, field, start } = expression
    use(field, start, false)
    const part: ConditionPart = { kind: 'condition', name, field, parts: [], otherwise: [] }
    open.push({ expression, part, isInElse: false, outer: target, depth: conditions.length })
    // Deeper conditions are reported and dropped, so that no template can overflow the stack during rendering.
    if (conditions.length === templateLimits.conditionDepth) report('if_nested_too_deeply', expression, compilation)
    else {
      append(target, [part])
      conditions.push(name === 'if' ? field : noField)
      target = part.parts
    }
  }
  function beginElse(expression: Expression): void {
    const innermost = open.at(-1)
    if (!innermost || innermost.isInElse) {
      report('else_not_allowed_here', expression, compilation)
      return
    }
    const { part, depth } = innermost
    innermost.isInElse = true
    conditions[depth] = part.name === 'unless' ? part.field : noField
    target = part.otherwise
  }
  function end(expression: Expression & { kind: 'close' }): void {
    const closed = open.pop()
    if (!closed) {
      report('if_not_opened', expression, compilation)
      return
    }
    const { name } = closed.part
    if (name !== expression.name) {
      const remedy = `Close {{#${name}}} with {{/${name}}}.`
      report('if_not_closed', expression, compilation, { allowed: `{{/${name}}}`, remedy })
    }
    conditions.length = closed.depth
    target = closed.outer
  }

  for (const item of items) {
    if (!isExpression(item)) append(target, compile(item))
    else if (item.kind === 'value') addValue(item)
    else if (item.kind === 'open') begin(item)
    else if (item.kind === 'else') beginElse(item)
    else if (item.kind === 'close') end(item)
    else reportUnknown(item, compilation)
  }
  for (const { expression } of open) report('if_not_closed', expression, compilation)
  conditions.length = outermost
  return parts
}

/** Stands for a condition that gives no field a value. */
const noField = ''

export function report(
  code: TemplateFindingCode,
  { start, end }: Expression,
  { source }: Compilation,
  details: FindingDetails = {},
): void {
  source.report(code, start, source.text.slice(start, end), details)
}

function reportUnknown({ start, end }: Expression, { source, unknownBlocks }: Compilation): void {
  const found = source.text.slice(start, end)
  const details = explainUnknown(found, unknownBlocks)
  if (details) source.report('unknown_expression', start, found, details)
}

/** Text with its expressions, escaped for both element text and quoted attributes. */
export const compileText = (text: string, compilation: Compilation): Part[] =>
  compileSequence(splitRuns(text, compilation.expressions), (run) => [escapeUTF8(run)], compilation)

/** Text with its expressions, for use outside markup. */
export const compilePlainText = (text: string, compilation: Compilation): Part[] =>
  compileSequence(splitRuns(text, compilation.expressions), (run) => [run], compilation)
