import type { Compilation } from './sequence.ts'

/**
 * The target of a rule or an attribute: the body, which is the page of the piece; the html element; or any elements.
 */
export type RuleOwner = 'page' | 'document' | 'any'

/** Matches a selector for only the body, or only the html element. */
const onlyBody = /^(?:html(?: ?> ?| ))?body(?:[.#:[][^\s>+~]*)?$/i
const onlyRoot = /^(?:html|:root)$/i

/** Undefined for a rule that cannot apply to the body. Any selector may match a body with attributes. */
export function ownerOf(selector: string, { bodyHasAttributes }: Compilation): RuleOwner | undefined {
  const selectors = selector.split(',').map((one) => one.trim().replaceAll(/\s+/g, ' '))
  if (selectors.every((one) => onlyBody.test(one))) return 'page'
  if (selectors.every((one) => onlyRoot.test(one))) return 'document'
  return bodyHasAttributes || /\bbody\b/i.test(selector) ? 'any' : undefined
}

const fixedOnPage = /^(?:(?:min-|max-)?(?:width|inline-size)|(?:max-)?(?:height|block-size))$/
const asThePage = /^(?:100%|100d?v[wh]|auto|none|unset|initial|inherit)$/i

/** Explains why a declaration would have no effect. Undefined if it has one. */
export function withoutEffectOn(owner: RuleOwner | undefined, property: string, value: string): string | undefined {
  const text = value.trim()
  // The rendering browser has no hyphenation dictionary.
  if (property === 'hyphens' && /^auto$/i.test(text)) return 'Remove it, and write &shy; where a long word may break.'
  if (owner === 'page' && fixedOnPage.test(property) && !asThePage.test(text)) {
    return 'Remove it. The body is as large as the page; to make its content smaller, use a margin or padding.'
  }
  if (owner === 'document' && /^(?:margin|padding)(?:-|$)/.test(property) && !/^[0\s]*$/.test(text)) {
    return 'Set the margin of the body, or the margin of all pages with @page.'
  }
  return undefined
}
