import { postcardFormats } from '@app/mail-piece/formats'
import { escapeAttribute, escapeText } from 'entities/escape'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { templateRules, usedColors } from './template-styles.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode

const isElement = (node: Node): node is Element => 'tagName' in node
const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((attribute) => attribute.name === name)?.value
const classesOf = (element: Element): string[] => attributeOf(element, 'class')?.split(' ') ?? []

/** The overlay of every piece, which no template contains. */
const overlaid = new Set(['returnAddress', 'indicia', 'inkFree', 'fromWindow', 'toWindow'])
const isOverlaid = (node: Node): boolean => isElement(node) && classesOf(node).some((name) => overlaid.has(name))
const childrenOf = ({ childNodes }: Element): Node[] => childNodes.filter((child) => !isOverlaid(child))
const within = (element: Element): Element[] => [element, ...childrenOf(element).filter(isElement).flatMap(within)]

const ofScreen = new Set(['aria-hidden', 'aria-label', 'role', 'data-field', 'style'])

const note = `<!--
  The page is the piece with its bleed: --trim-width, --trim-height and --bleed are its measures. We draw addresses,
  barcode and postage after the template, so it holds none of them.
-->`

/** The template of a side, from the markup that the site has for each size of it. */
export function templateOf(markups: readonly string[], address: string): string {
  const sides = markups.map(sideOf)
  const [side] = sides
  if (!side || sides.some(({ element }) => written(element, address) !== written(side.element, address)))
    throw new Error('The sizes differ in more than their measures')
  const elements = within(side.element)
  const present = {
    classes: new Set(elements.flatMap(classesOf)),
    attributes: new Set(elements.flatMap(({ attrs }) => attrs.map(({ name }) => name))),
  }
  const rules = templateRules(present, commonMeasures(sides.map(({ measures }) => measures)))
  const body = [
    'body {',
    ...usedColors([...rules, 'var(--ink)']),
    ...(rules.some((rule) => rule.includes('var(--zone-width)')) ? [`  --zone-width: ${zoneWidth()};`] : []),
    '  color: var(--ink);',
    "  font-family: 'Instrument Sans';",
    '}',
  ]
  return [
    '<!doctype html>',
    '<html lang="en">',
    note,
    '<style>',
    ...[...body, ...rules].map((line) => `  ${line}`),
    '</style>',
    '<body>',
    written(side.element, address, '  '),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The sheet of paper is the page of a template. Its style attribute holds the measures. */
function sideOf(markup: string): { element: Element; measures: Map<string, string> } {
  const [sheet] = parseFragment(markup).childNodes.filter(isElement)
  const [element] = sheet?.childNodes.filter(isElement) ?? []
  if (!sheet || !element) throw new Error('The site shows no piece')
  const style = attributeOf(sheet, 'style') ?? ''
  return {
    element,
    measures: new Map(Array.from(style.matchAll(/(--[\w-]+):([\d.]+)/g), ([, name = '', value = '']) => [name, value])),
  }
}

const commonMeasures = (all: readonly Map<string, string>[]): Map<string, string> =>
  new Map([...(all[0] ?? [])].filter(([name, value]) => all.every((measures) => measures.get(name) === value)))

/** The ink-free zone is as wide as the largest cards have it, or as the smallest one has room for. */
function zoneWidth(): string {
  const formats = Object.values(postcardFormats)
  const widest = Math.max(...formats.map(({ inkFree }) => inkFree.width))
  const beside = Math.max(
    ...formats.map(({ trim, inkFree }) => (inkFree.width < widest ? trim.width - inkFree.width : 0)),
  )
  for (const { trim, inkFree } of formats)
    if (Math.abs(Math.min(widest, trim.width - beside) - inkFree.width) > 1e-9)
      throw new Error('No formula has all widths')
  return `min(${widest}in, var(--trim-width) - ${Number(beside.toFixed(4))}in)`
}

/** Markup as a person would write it: one line for each element that holds others, and for each run of text. */
function written(element: Element, address: string, indent = ''): string {
  const { tagName } = element
  const label = attributeOf(element, 'aria-label')
  if (label?.startsWith('QR code'))
    return `${indent}<qr-code class="${classesOf(element).join(' ')}" value='${address}'></qr-code>`
  const attributes = element.attrs
    .filter(({ name }) => !ofScreen.has(name))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
  const children = childrenOf(element)
  if (children.length === 0) return `${indent}<${tagName}${attributes} />`
  const hasText = children.some((child) => 'value' in child)
  const content = children.map((child) => {
    if (isElement(child)) return written(child, address, hasText ? '' : `${indent}  `)
    return 'value' in child ? escapeText(child.value) : ''
  })
  return hasText
    ? `${indent}<${tagName}${attributes}>${content.join('')}</${tagName}>`
    : [`${indent}<${tagName}${attributes}>`, ...content, `${indent}</${tagName}>`].join('\n')
}
