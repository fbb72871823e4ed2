import type { CssNode } from 'css-tree'
import type { CssText } from './css-tokens.ts'
import type { FindingDetails, TemplateFindingCode } from './finding.ts'
import type { Compilation } from './sequence.ts'

/** A node's original text, so that the output matches the input. */
export function slice({ text, at }: CssText, { loc }: CssNode): CssText {
  const start = loc?.start.offset ?? 0
  return { text: text.slice(start, loc?.end.offset), at: (offset) => at(start + offset) }
}

/** Reports a node. Returns its replacement, which is empty. */
export function report(
  code: TemplateFindingCode,
  node: CssNode,
  css: CssText,
  { source }: Compilation,
  details: FindingDetails = {},
): [] {
  const { text, at } = slice(css, node)
  source.report(code, at(0), text, details)
  return []
}
