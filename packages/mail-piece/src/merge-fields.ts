export type MergeFields = Record<string, string>

/** A run of text, with the name of its merge field if it came from one. */
export interface TextRun {
  text: string
  field?: string
}

/** The field that prints a piece's token, which is part of its tracking URL. Callers send no value for it. */
export const trackingField = 'tracking_token'

/** The token for proofs. No piece has it, but it is equally long, so that a QR code has the same modules. */
export const specimenToken = `track_${'0'.repeat(20)}`

interface Place {
  start: number
  /** The end offset, exclusive. */
  end: number
}

export type ConditionName = 'if' | 'unless'

/** An expression in double braces. `unknown` is anything outside the template language. */
export type Expression = Place &
  (
    | { kind: 'value'; field: string; fallback?: string | undefined }
    | { kind: 'open'; name: ConditionName; field: string }
    | { kind: 'else' }
    | { kind: 'close'; name: ConditionName }
    | { kind: 'unknown' }
  )

/**
 * `{{field}}`, `{{field ?? "text"}}`, `{{#if field}}`, `{{#unless field}}`, `{{else}}`, `{{/if}}`, and `{{/unless}}`. Names may
 * have hyphens and dots between their letters and digits.
 */
const grammar =
  /\{\{\s*(?:(?!else(?![\w.-]))(\w+(?:[.-]\w+)*)(?:\s*\?\?\s*(?:"([^"\n]*)"|'([^'\n]*)'))?|#(if|unless)\s+(\w+(?:[.-]\w+)*)|else|\/(if|unless))\s*\}\}/y

const conditionName = (name: string): ConditionName => (name === 'unless' ? name : 'if')

function expressionOf(match: RegExpExecArray, place: Place): Expression {
  const [, value, inDouble, inSingle, opened, field, closed] = match
  if (value !== undefined) return { kind: 'value', field: value, fallback: inDouble ?? inSingle, ...place }
  if (opened !== undefined && field !== undefined) return { kind: 'open', name: conditionName(opened), field, ...place }
  if (closed !== undefined) return { kind: 'close', name: conditionName(closed), ...place }
  return { kind: 'else', ...place }
}

/** The expressions of a template, in order. Runs in linear time for any input. */
export function* expressionsOf(template: string): Generator<Expression> {
  let close = 0
  for (let start = template.indexOf('{{'), end = start; start >= 0; start = template.indexOf('{{', end)) {
    grammar.lastIndex = start
    const match = grammar.exec(template)
    if (match) {
      end = grammar.lastIndex
      yield expressionOf(match, { start, end })
      continue
    }
    // Searches for the next closing braces once, rather than again for every opening pair before them.
    if (close >= 0 && close < start + 2) close = template.indexOf('}}', start + 2)
    const open = template.indexOf('{{', start + 2)
    end = close < 0 || (open >= 0 && open < close) ? start + 2 : close + 2
    yield { kind: 'unknown', start, end }
  }
}

const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** True if a field has no value, or only spaces and invisible characters. */
export const isBlank = (value = ''): boolean => !visible.test(value)

/**
 * True if a condition on a field with this value is met. Callers send `false` for something that a recipient does not
 * have.
 */
export const meetsCondition = (value = ''): boolean => !isBlank(value) && value.trim() !== 'false'

/** Splits a template at its merge fields and fills in the recipient's values. Fields without a value stay as written. */
export function resolveMergeFields(template: string, fields: MergeFields): TextRun[] {
  const runs: TextRun[] = []
  let last = 0
  const writeText = (end: number) => {
    if (end > last) runs.push({ text: template.slice(last, end) })
    last = end
  }
  for (const expression of expressionsOf(template)) {
    if (expression.kind !== 'value') continue
    const { field, fallback, start, end } = expression
    const text = Object.hasOwn(fields, field) ? fields[field] : fallback
    writeText(start)
    if (text === undefined) writeText(end)
    else runs.push({ text, field })
    last = end
  }
  writeText(template.length)
  return runs
}
