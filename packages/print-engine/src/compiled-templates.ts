import { createHash } from 'node:crypto'
import { type CompiledTemplate, compileTemplate } from './compile/compile-template.ts'
import type { PrintFont } from './compile/document.ts'
import { type PieceSize, sheetOf } from './geometry/piece.ts'

/** With its fonts, a compiled template takes a megabyte at most. */
const maxKept = 50

/** Compiles templates, and keeps those that were used last: a campaign prints one template thousands of times. */
export function compiledTemplates(fonts: readonly PrintFont[], max = maxKept) {
  const kept = new Map<string, CompiledTemplate>()

  return (html: string, size: PieceSize, flows: boolean): CompiledTemplate => {
    const key = `${size} ${flows} ${createHash('sha256').update(html).digest('base64')}`
    const template = kept.get(key) ?? compileTemplate(html, { sheet: sheetOf(size), flows, fonts })
    // A map keeps the order in which its keys were set, so the first one was not used for the longest time.
    kept.delete(key)
    kept.set(key, template)
    const [oldest] = kept.keys()
    if (kept.size > max && oldest !== undefined) kept.delete(oldest)
    return template
  }
}
