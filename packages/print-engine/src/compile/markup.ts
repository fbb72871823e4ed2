import type { Expression } from '@app/mail-piece/merge-fields'
import { html, type Token } from 'parse5'
import { isAllowedTag, qrElement, undrawnTags, voidTags } from './allowed-markup.ts'
import { compileAttributes, expressionsIn, refusesExpressions } from './attributes.ts'
import { compileCss } from './css.ts'
import type { MarkupElement, MarkupNode } from './parse-markup.ts'
import { append, type Part } from './parts.ts'
import { isConditionComment, splitRuns } from './placeholders.ts'
import { compileSequence, compileText, type Compilation } from './sequence.ts'

/** Compiles the child nodes of an element. Comments are dropped. */
export function compileNodes(nodes: readonly MarkupNode[], compilation: Compilation): Part[] {
  const items = nodes.flatMap((node): (MarkupElement | Expression | string)[] => {
    if ('tagName' in node) return [node]
    if (node.nodeName === '#text' && 'value' in node) return splitRuns(node.value, compilation.expressions)
    if ('data' in node && isConditionComment(node.data)) return expressionsIn(node.data, compilation)
    return []
  })
  return compileSequence(
    items,
    (item) => (typeof item === 'string' ? compileText(item, compilation) : compileElement(item, compilation)),
    compilation,
  )
}

function compileElement(element: MarkupElement, compilation: Compilation): Part[] {
  const { source } = compilation
  const { tagName: tag, attrs: attributes, namespaceURI, sourceCodeLocation: location } = element
  const isSvg = namespaceURI === html.NS.SVG
  const offset = location?.startOffset ?? 0
  if (undrawnTags.has(tag)) return []
  if (!isAllowedTag(tag, isSvg)) {
    const found = source.text.slice(offset, location?.startTag?.endOffset ?? location?.endOffset)
    const code = tag === 'meta' && isUsualMeta(attributes) ? 'meta_not_needed' : 'tag_not_allowed'
    source.report(code, offset, found, refusalOf(tag, isSvg))
    return []
  }
  const compiled = compileAttributes({ tag, isSvg, attributes, location }, compilation)
  if (tag === qrElement) return compileQrCode(element, compiled, compilation)
  const parts: Part[] = []
  append(parts, [`<${tag}`, ...compiled, '>'])
  if (!isSvg && voidTags.has(tag)) return parts
  // The browser's parser drops the first line break of preformatted text.
  if (tag === 'pre') append(parts, ['\n'])
  append(parts, tag === 'style' ? compileStyle(element, compilation) : compileNodes(element.childNodes, compilation))
  append(parts, [`</${tag}>`])
  return parts
}

/**
 * An empty element, which is often left unclosed. Content inside it is then written after it, where it was meant to be.
 */
function compileQrCode(element: MarkupElement, attributes: readonly Part[], compilation: Compilation): Part[] {
  const code = [`<${qrElement}`, ...attributes, `></${qrElement}>`]
  const hasAddress = attributes.some((part) => typeof part !== 'string' && part.kind === 'qr')
  if (!hasAddress && !element.attrs.some(({ name }) => name === 'value')) {
    const offset = element.sourceCodeLocation?.startOffset ?? 0
    compilation.source.report('qr_address_not_allowed', offset, `<${qrElement}> without a value`)
  }
  return [...(hasAddress ? code : []), ...compileNodes(element.childNodes, compilation)]
}

/** The remedy for a disallowed element, if it has a specific one. */
function refusalOf(tag: string, isSvg: boolean): { remedy?: string } {
  if (tag === 'style' && isSvg) return { remedy: 'Put the style element outside the svg element.' }
  const remedy = remedies.get(tag)
  return remedy === undefined ? {} : { remedy }
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['script', 'Remove it: nothing runs in a template.'],
  ['link', 'Put the rules in a style element, and set fonts with font-family.'],
  ['image', 'Use <img src="asset:<id>"> outside the svg element.'],
  ['use', 'Repeat the shape: a template has no references to other documents.'],
  ['a', 'Use <span>: paper has no links. Print the address, or a QR code.'],
  ['iframe', 'Remove it: a template loads nothing from elsewhere.'],
])

/** True for the meta elements of ordinary web pages. Excludes a refresh. */
const isUsualMeta = (attributes: readonly Token.Attribute[]): boolean =>
  attributes.every(({ name, value }) => name !== 'http-equiv' || /^(?:content-type|x-ua-compatible)$/i.test(value))

function compileStyle(element: MarkupElement, compilation: Compilation): Part[] {
  const parts: Part[] = []
  for (const child of element.childNodes) {
    if (!('value' in child) || refusesExpressions(child.value, compilation)) continue
    const offset = child.sourceCodeLocation?.startOffset ?? 0
    const css = { text: child.value, at: (within: number) => offset + within }
    append(parts, compileCss('stylesheet', css, compilation))
  }
  return parts
}

/** The language of the html element and the attributes of the body, which are applied to the page of the piece. */
export function compileDocumentTags(
  tags: readonly Token.TagToken[],
  compilation: Compilation,
): { language: string; attributes: Part[] } {
  const [html] = tags.filter(({ tagName }) => tagName === 'html')
  const [body] = tags.filter(({ tagName }) => tagName === 'body')
  const isOfBody = (name: string) => body?.attrs.some((attribute) => attribute.name === name) ?? false
  const language = html?.attrs.find(({ name }) => name === 'lang')?.value ?? ''
  const owners = [html, body].map((tag) => ({
    tag: tag?.tagName ?? '',
    isSvg: false,
    // If both elements have an attribute, the body's value wins.
    attributes: tag?.attrs.filter(({ name }) => tag === body || (name !== 'lang' && !isOfBody(name))) ?? [],
    location: tag?.location,
  }))
  return {
    language: /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(language) ? language : 'en',
    attributes: owners.flatMap((owner) => compileAttributes(owner, compilation)),
  }
}
