import type { TemplateFinding } from '@app/api-client'
import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'

/** The API shortens long texts with an ellipsis. */
const isShortened = /…$/

/** The range of a finding: the found text, or the rest of the line if the text has changed since. */
function rangeOf(text: Text, { Line, Column, Found }: TemplateFinding): { from: number; to: number } {
  const line = text.line(Math.min(Math.max(Line ?? 1, 1), text.lines))
  const from = Math.min(line.from + (Column ?? 1) - 1, line.to)
  const found = Found.replace(isShortened, '')
  const rest = text.sliceString(from, line.to)
  return { from, to: rest.startsWith(found) ? from + found.length : line.to }
}

/** The findings of a template as marks in its text. A finding without a line is about the whole template. */
export const diagnosticsOf = (text: Text, lint: readonly TemplateFinding[]): Diagnostic[] =>
  lint.flatMap((finding) => {
    if (finding.Line === null) return []
    const { Code, Severity, Found, Remedy } = finding
    return [{ ...rangeOf(text, finding), severity: Severity, source: Code, message: `${Found}: ${Remedy}` }]
  })
