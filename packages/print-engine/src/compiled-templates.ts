import { createHash } from 'node:crypto'
import { type CompiledTemplate, compileTemplate } from './compile/compile-template.ts'
import { type PieceSize, sheetOf } from './geometry/piece.ts'

/** A compiled template takes up to fifteen times the memory of its HTML, so the length of all HTML limits that of the cache. */
const defaultLimits = { templates: 50, characters: 2_000_000 }

interface Kept {
  template: CompiledTemplate
  characters: number
}

/** Compiles templates, and keeps those that were used last: a campaign prints one template thousands of times. */
export function compiledTemplates(limits = defaultLimits) {
  const kept = new Map<string, Kept>()
  let characters = 0

  const drop = (key: string) => {
    characters -= kept.get(key)?.characters ?? 0
    kept.delete(key)
  }
  const keep = (key: string, one: Kept) => {
    drop(key)
    kept.set(key, one)
    characters += one.characters
    // A map keeps the order in which its keys were set, so the first ones were not used for the longest time.
    for (const oldest of kept.keys()) {
      if (kept.size <= limits.templates && characters <= limits.characters) return
      drop(oldest)
    }
  }

  return (html: string, size: PieceSize, flows: boolean): CompiledTemplate => {
    const key = `${size} ${flows} ${createHash('sha256').update(html).digest('base64')}`
    const template = kept.get(key)?.template ?? compileTemplate(html, { sheet: sheetOf(size), flows })
    keep(key, { template, characters: html.length })
    return template
  }
}
