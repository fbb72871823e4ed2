import type { CssNode } from 'css-tree'
import type { CssText } from './css-tokens.ts'
import type { FindingDetails, TemplateFindingCode } from './finding.ts'
import type { Compilation } from './sequence.ts'

/** A node's own text, so that what is written is what was read. */
export function slice({ text, at }: CssText, { loc }: CssNode): CssText {
  const start = loc?.start.offset ?? 0
  return { text: text.slice(start, loc?.end.offset), at: (offset) => at(start + offset) }
}

/** Returns what is written in place of the node, which is nothing. */
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
