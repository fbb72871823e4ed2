export type MergeFields = Record<string, string>

/** A run of text, with the name of the merge field that it came from, if any. */
export interface TextRun {
  text: string
  field?: string
}

interface Place {
  start: number
  /** The offset after the last character. */
  end: number
}

/** What stands between two pairs of braces. Whatever the template language does not know is `unknown`. */
export type Expression = Place &
  (
    | { kind: 'value'; field: string; fallback?: string | undefined }
    | { kind: 'if'; field: string }
    | { kind: 'end' }
    | { kind: 'unknown' }
  )

/** `{{field}}`, `{{field ?? "text"}}`, `{{#if field}}` and `{{/if}}`. An `{{else}}` of other languages is no field. */
const grammar = /\{\{\s*(?:(?!else\b)(\w+)(?:\s*\?\?\s*"([^"\n]*)")?|#if\s+(\w+)|\/if)\s*\}\}/y

/** The expressions of a template in their order. Takes time in proportion to the length, whatever is written. */
export function* expressionsOf(template: string): Generator<Expression> {
  let close = 0
  for (let start = template.indexOf('{{'), end = start; start >= 0; start = template.indexOf('{{', end)) {
    grammar.lastIndex = start
    const match = grammar.exec(template)
    if (match) {
      end = grammar.lastIndex
      const [, value, fallback, condition] = match
      if (value !== undefined) yield { kind: 'value', field: value, fallback, start, end }
      else if (condition !== undefined) yield { kind: 'if', field: condition, start, end }
      else yield { kind: 'end', start, end }
      continue
    }
    // The next pair of closing braces is searched for once, not for each pair of opening ones before it.
    if (close >= 0 && close < start + 2) close = template.indexOf('}}', start + 2)
    const open = template.indexOf('{{', start + 2)
    end = close < 0 || (open >= 0 && open < close) ? start + 2 : close + 2
    yield { kind: 'unknown', start, end }
  }
}

/** Splits a template at its merge fields and fills in the recipient's values. An unknown field stays as written. */
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
