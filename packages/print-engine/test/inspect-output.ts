import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import { type DefaultTreeAdapterTypes, html, parse } from 'parse5'
import { valueFunctions } from '../src/compile/allowed-css.ts'
import { isAllowedAttribute, isAllowedTag, svgStyleAttributes } from '../src/compile/allowed-markup.ts'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document

const childrenOf = (node: Node): Node[] => ('childNodes' in node ? node.childNodes : [])

/** Parses a rendered document as a browser does, and lists everything in it that a template may not add. */
export function intrusionsIn(output: string): string[] {
  const found: string[] = []
  const document = parse(output, { scriptingEnabled: false })
  const [root, ...others] = childrenOf(document).filter((node) => 'tagName' in node)
  if (!root || others.length > 0) found.push('root')
  const [head, body, ...rest] = root ? childrenOf(root) : []
  if (!head || !body || rest.length > 0) return [...found, 'not one head and one body']

  const headTags = childrenOf(head).map((node) => ('tagName' in node ? node.tagName : 'text'))
  if (headTags.join(' ') !== 'meta meta title style') found.push(`head: ${headTags.join(' ')}`)
  const [pieceSheet, ...besideSheet] = childrenOf(body)
  if (!pieceSheet || !('tagName' in pieceSheet) || pieceSheet.tagName !== 'piece-sheet' || besideSheet.length > 0) {
    return [...found, 'not one sheet']
  }
  const [piecePage, ...beside] = childrenOf(pieceSheet)
  if (!piecePage || !('tagName' in piecePage) || piecePage.tagName !== 'piece-page' || beside.length > 0) {
    return [...found, 'not one page']
  }
  inspectAttributes(piecePage, found)
  for (const node of childrenOf(piecePage)) inspect(node, found)
  return found
}

function inspect(node: Node, found: string[]): void {
  if ('tagName' in node) {
    const isSvg = node.namespaceURI === html.NS.SVG
    if (!isAllowedTag(node.tagName, isSvg)) found.push(`<${node.tagName}>`)
    inspectAttributes(node, found)
    if (node.tagName === 'style') {
      for (const text of node.childNodes) if ('value' in text) inspectCss(text.value, found)
    }
  } else if (node.nodeName !== '#text') found.push(node.nodeName)
  for (const child of childrenOf(node)) inspect(child, found)
}

function inspectAttributes(element: DefaultTreeAdapterTypes.Element, found: string[]): void {
  const isSvg = element.namespaceURI === html.NS.SVG
  for (const { name, prefix, value } of element.attrs) {
    if (prefix !== undefined || !isAllowedAttribute(element.tagName, name, isSvg)) found.push(`${name}="${value}"`)
    if (name === 'src' && !isImage(value)) found.push(`src="${value}"`)
    if (name === 'style' || (isSvg && svgStyleAttributes.has(name))) inspectCss(value, found)
  }
}

/** True for an image embedded in the document, or an empty one. */
const isImage = (address: string): boolean =>
  /^data:(?:,|image\/(?:png|jpeg|webp|avif);base64,[A-Za-z0-9+/=]+)$/.test(address)

/** Functions in selectors and conditions, which load nothing. */
const otherFunctions = new Set(
  'not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir and or selector style'.split(' '),
)

/** Compares names without escapes, as a browser does. */
function inspectCss(css: string, found: string[]): void {
  let isAfterUrl = false
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    if (isAfterUrl && type === tokenTypes.String && !isReference(string.decode(text))) found.push(text)
    if (type === tokenTypes.Url && !isReference(url.decode(text))) found.push(text)
    if (type === tokenTypes.BadUrl || type === tokenTypes.BadString) found.push(text)
    if (type === tokenTypes.AtKeyword && !/^@(?:media|supports|container|layer|font-face)$/.test(ident.decode(text))) {
      found.push(text)
    }
    if (type === tokenTypes.WhiteSpace || type === tokenTypes.Comment) return
    isAfterUrl = false
    if (type !== tokenTypes.Function) return
    const name = ident.decode(text.slice(0, -1)).toLowerCase()
    if (name === 'url') isAfterUrl = true
    else if (!valueFunctions.has(name) && !otherFunctions.has(name)) found.push(text)
  })
}

const isReference = (address: string): boolean =>
  isImage(address) || /^data:font\/(?:ttf|woff2);base64,[A-Za-z0-9+/=]+$/.test(address) || /^#[\w-]+$/.test(address)
