import { hash } from 'node:crypto'
import { type CompiledTemplate, compileTemplate } from './compile/compile-template.ts'
import { type PieceSize, sheetOf } from './geometry/piece.ts'

/**
 * A compiled template takes up to fifteen times the memory of its HTML, so the cache is limited by total HTML length.
 */
const defaultLimits = { templates: 50, characters: 2_000_000 }

/** Compiles templates and caches the most recently used ones: a campaign prints one template thousands of times. */
export function compiledTemplates(limits = defaultLimits) {
  const kept = new Map<string, { template: CompiledTemplate; characters: number }>()
  const isTooLarge = () =>
    kept.size > limits.templates ||
    [...kept.values()].reduce((sum, { characters }) => sum + characters, 0) > limits.characters

  return (html: string, size: PieceSize, flows: boolean): CompiledTemplate => {
    const key = `${size} ${flows} ${hash('sha256', html, 'base64')}`
    const template = kept.get(key)?.template ?? compileTemplate(html, { sheet: sheetOf(size), flows })
    kept.delete(key)
    kept.set(key, { template, characters: html.length })
    // A Map keeps insertion order, so the first keys are the least recently used.
    for (const oldest of kept.keys()) if (isTooLarge()) kept.delete(oldest)
    return template
  }
}
