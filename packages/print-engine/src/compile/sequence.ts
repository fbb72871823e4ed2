import type { Expression } from '@app/mail-piece/merge-fields'
import { escapeUTF8 } from 'entities/escape'
import type { FieldList } from './fields.ts'
import { templateLimits } from './limits.ts'
import { append, type ConditionPart, type Part } from './parts.ts'
import { splitRuns } from './placeholders.ts'
import type { Source } from './source.ts'

/** The state that all steps of one compilation share. */
export interface Compilation {
  source: Source
  /** The template with placeholders in place of its expressions. */
  markup: string
  expressions: readonly Expression[]
  fields: FieldList
  /** The names of the fonts that the piece may use. */
  families: readonly string[]
  /** The fields whose conditions surround the place that is being compiled. */
  conditions: string[]
  /** True when the style depends on the size of the window, as `vw` and `@media (width)` do. */
  usesViewport: boolean
}

const isExpression = (item: unknown): item is Expression =>
  typeof item === 'object' && item !== null && 'kind' in item && 'start' in item

/** Joins expressions and what stands between them. A condition begins and ends in the same sequence. */
export function compileSequence<T>(
  items: readonly (T | Expression)[],
  compile: (item: T) => readonly Part[],
  compilation: Compilation,
): Part[] {
  const { source, fields, conditions } = compilation
  const outermost = conditions.length
  const open: { expression: Expression; parts: Part[]; depth: number }[] = []
  const parts: Part[] = []
  let target = parts
  for (const item of items) {
    if (!isExpression(item)) append(target, compile(item))
    else if (item.kind === 'value') {
      const { field, fallback, start } = item
      fields.use(field, start, fallback === undefined && !conditions.includes(field))
      append(target, [{ kind: 'value', field, fallback, place: source.placeOf(start) }])
    } else if (item.kind === 'if') {
      fields.use(item.field, item.start, false)
      const condition: ConditionPart = { kind: 'if', field: item.field, parts: [] }
      open.push({ expression: item, parts: target, depth: conditions.length })
      // Deeper conditions are reported and not kept, so that no template can exhaust the stack of a rendering.
      if (conditions.length === templateLimits.conditionDepth) report('if_nested_too_deeply', item, compilation)
      else {
        append(target, [condition])
        conditions.push(item.field)
        target = condition.parts
      }
    } else if (item.kind === 'end') {
      const closed = open.pop()
      if (closed) {
        conditions.length = closed.depth
        target = closed.parts
      } else report('if_not_opened', item, compilation)
    } else report('unknown_expression', item, compilation)
  }
  for (const { expression } of open) report('if_not_closed', expression, compilation)
  conditions.length = outermost
  return parts
}

export function report(
  code:
    | 'if_nested_too_deeply'
    | 'if_not_opened'
    | 'if_not_closed'
    | 'unknown_expression'
    | 'expression_not_allowed_here',
  { start, end }: Expression,
  { source }: Compilation,
): void {
  source.report(code, start, source.text.slice(start, end))
}

/** Text with its expressions, escaped for text of an element and for a quoted attribute alike. */
export const compileText = (text: string, compilation: Compilation): Part[] =>
  compileSequence(splitRuns(text, compilation.expressions), (run) => [escapeUTF8(run)], compilation)

/** Text with its expressions for use outside of markup. */
export const compilePlainText = (text: string, compilation: Compilation): Part[] =>
  compileSequence(splitRuns(text, compilation.expressions), (run) => [run], compilation)
