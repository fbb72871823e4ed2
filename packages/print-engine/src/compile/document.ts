import { type PrintFont, printFonts, textFamily } from '../fonts/print-fonts.ts'
import type { Sheet } from '../geometry/piece.ts'
import { qrElement } from './allowed-markup.ts'
import { pagePadding } from './page-spacing.ts'
import type { Part } from './parts.ts'
import type { Spacing } from './sequence.ts'

/** Blocks every request, in case a check of the template missed one. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"

const inches = (length: number): string => `${Number(length.toFixed(4))}in`

/** No template has an element of this name, so only its rules for the body mean the page of the piece. */
export const pageElement = 'piece-page'

/** Around the page. It has the margins of all pages, and cuts off what is outside of the sheet. */
const sheetElement = 'piece-sheet'

export interface PageOptions {
  /** The page with its bleed, which is the area that a template draws in. */
  sheet: Sheet
  /** True when text continues on another page, as in a letter. A side of a postcard cuts it off. */
  flows: boolean
}

interface DocumentOptions extends PageOptions {
  /** Those that the template names. */
  fonts: readonly PrintFont[]
  language: string
  /** The margins of all pages, where the template sets them. */
  pageMargins: Partial<Spacing>
  /** The attributes of the template's body. */
  attributes: readonly Part[]
}

/** The document around a template: pages of the size of the piece with its bleed. */
export const documentAround = (content: readonly Part[], options: DocumentOptions): Part[] => [
  `<!doctype html><html lang="${options.language}"><head><meta charset="utf-8">`,
  `<meta http-equiv="Content-Security-Policy" content="${policy}"><title></title>`,
  `<style>${baseStyle(options)}</style></head><body><${sheetElement}><${pageElement}`,
  ...options.attributes,
  '>',
  ...content,
  `</${pageElement}></${sheetElement}></body></html>`,
]

/** A percentage of a margin is one of the page, as wide or as high as that is. */
const marginOf = (value: string | undefined, length: number): string => {
  const percent = /^([\d.]+)%$/.exec(value ?? '')?.[1]
  return percent === undefined ? (value ?? '0in') : inches((Number(percent) / 100) * length)
}

function baseStyle({ sheet: { page, trim }, flows, fonts, pageMargins }: DocumentOptions): string {
  const width = inches(page.width)
  const height = inches(page.height)
  const top = marginOf(pageMargins.top, page.height)
  const bottom = marginOf(pageMargins.bottom, page.height)
  const margins = [top, marginOf(pageMargins.right, page.width), bottom, marginOf(pageMargins.left, page.width)]
  // Without containment, what is fixed below the page makes pages of its own.
  const box = flows
    ? `height:auto;min-height:${height};overflow:clip visible`
    : `height:${height};overflow:hidden;contain:strict`
  const inner = `${flows ? 'height:auto;min-height' : 'height'}:calc(${height} - ${top} - ${bottom})`
  return [
    ...fonts.map(fontFace),
    `@page{size:${width} ${height};margin:0}`,
    `:root{--trim-width:${inches(trim.width)};--trim-height:${inches(trim.height)};--bleed:${inches(trim.left)}}`,
    `html,body{margin:0!important;padding:0!important;font-family:${JSON.stringify(textFamily)};background:#fff;${exactColors}}`,
    '*,::before,::after{box-sizing:border-box;animation:none!important;transition:none!important}',
    // More specific than a rule for all elements, so that no template gives its page another size. Cut into pages, the
    // sheet has its margins on each of them.
    `:root body>${sheetElement}{${important(`display:block;position:relative;width:${width};${box};margin:0;padding:${margins.join(' ')};box-decoration-break:clone`)}}`,
    `:root body>${sheetElement}>${pageElement}{${important(`position:relative;margin:0;width:auto;min-width:0;max-width:none;max-height:none;${inner};${pagePadding}`)}}`,
    // A margin of what comes first would otherwise push the page down, onto a second one.
    `${pageElement}{display:flow-root}`,
    `${qrElement}{display:inline-block;width:1in;aspect-ratio:1}`,
  ].join('\n')
}

/** Without this, browsers leave backgrounds out of prints. */
const exactColors = 'print-color-adjust:exact;-webkit-print-color-adjust:exact'

const important = (declarations: string): string => declarations.replaceAll(/;|$/g, '!important;')

const fontFace = ({ family, weight, style, unicodeRange, localName }: PrintFont): string =>
  `@font-face{font-family:${JSON.stringify(family)};font-weight:${weight};font-style:${style};` +
  `unicode-range:${unicodeRange};src:${installedFont(localName)}}`

export const installedFont = (localName: string): string => `local(${JSON.stringify(localName)})`

export const embeddedFont = (mediaType: string, bytes: Uint8Array): string => `url("${dataUrl(mediaType, bytes)}")`

/** A compiled document for a browser in which our fonts are not installed. It is then some hundred kilobytes longer. */
export const withEmbeddedFonts = (html: string): string =>
  printFonts.reduce(
    (document, { localName, bytes }) =>
      document.replaceAll(`src:${installedFont(localName)}}`, () => `src:${embeddedFont('font/ttf', bytes)}}`),
    html,
  )

const dataUrls = new WeakMap<Uint8Array, string>()

/** Fonts and images are the same bytes in every piece, so they are encoded once. */
export function dataUrl(mediaType: string, bytes: Uint8Array): string {
  const known = dataUrls.get(bytes)
  if (known) return known
  const made = `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
  dataUrls.set(bytes, made)
  return made
}
