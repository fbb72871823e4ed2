import { type PrintFont, printFonts, textFamily } from '../fonts/print-fonts.ts'
import type { Sheet } from '../geometry/piece.ts'
import { qrElement } from './allowed-markup.ts'
import { pagePadding } from './page-spacing.ts'
import type { Part } from './parts.ts'
import type { Spacing } from './sequence.ts'

/** Blocks every request, in case the template checks missed one. */
const policy = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'"

const inches = (length: number): string => `${Number(length.toFixed(4))}in`

/** No template has an element of this name, so only rules for the body apply to the page of the piece. */
export const pageElement = 'piece-page'

/** The element around the page. It has the margins of all pages, and clips content outside the sheet. */
const sheetElement = 'piece-sheet'

export interface PageOptions {
  /** The page with its bleed: the area that a template draws in. */
  sheet: Sheet
  /** True if text continues on another page, as in a letter. A postcard side clips it. */
  flows: boolean
}

interface DocumentOptions extends PageOptions {
  /** The fonts that the template names. */
  fonts: readonly PrintFont[]
  language: string
  /** The margins of all pages, if the template sets them. */
  pageMargins: Partial<Spacing>
  /** The attributes of the template's body. */
  attributes: readonly Part[]
}

/** The document around a template, with pages of the piece's size plus bleed. */
export const documentAround = (content: readonly Part[], options: DocumentOptions): Part[] => [
  `<!doctype html><html lang="${options.language}"><head><meta charset="utf-8">`,
  `<meta http-equiv="Content-Security-Policy" content="${policy}"><title></title>`,
  `<style>${baseStyle(options)}</style></head><body><${sheetElement}><${pageElement}`,
  ...options.attributes,
  '>',
  ...content,
  `</${pageElement}></${sheetElement}></body></html>`,
]

/** Margin percentages are relative to the page: its width or height. */
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
  // Without containment, fixed elements below the page would create extra pages.
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
    // More specific than a rule for all elements, so that no template can resize its page. Split into pages, the sheet
    // has its margins on each of them.
    `:root body>${sheetElement}{${important(`display:block;position:relative;width:${width};${box};margin:0;padding:${margins.join(' ')};box-decoration-break:clone`)}}`,
    `:root body>${sheetElement}>${pageElement}{${important(`position:relative;margin:0;width:auto;min-width:0;max-width:none;max-height:none;${inner};${pagePadding}`)}}`,
    // Otherwise the margin of the first element would push the page down, onto a second one.
    `${pageElement}{display:flow-root}`,
    `${qrElement}{display:inline-block;width:1in;aspect-ratio:1}`,
  ].join('\n')
}

/** Without this, browsers do not print backgrounds. */
const exactColors = 'print-color-adjust:exact;-webkit-print-color-adjust:exact'

const important = (declarations: string): string => declarations.replaceAll(/;|$/g, '!important;')

const fontFace = ({ family, weight, style, unicodeRange, localName }: PrintFont): string =>
  `@font-face{font-family:${JSON.stringify(family)};font-weight:${weight};font-style:${style};` +
  `unicode-range:${unicodeRange};src:${installedFont(localName)}}`

export const installedFont = (localName: string): string => `local(${JSON.stringify(localName)})`

export const embeddedFont = (mediaType: string, bytes: Uint8Array): string => `url("${dataUrl(mediaType, bytes)}")`

/** The compiled document, for a browser without our fonts. Adds a few hundred kilobytes. */
export const withEmbeddedFonts = (html: string): string =>
  printFonts.reduce(
    (document, { localName, bytes }) =>
      document.replaceAll(`src:${installedFont(localName)}}`, () => `src:${embeddedFont('font/ttf', bytes)}}`),
    html,
  )

const dataUrls = new WeakMap<Uint8Array, string>()

/** Fonts and images have the same bytes in every piece, so they are encoded once. */
export function dataUrl(mediaType: string, bytes: Uint8Array): string {
  const known = dataUrls.get(bytes)
  if (known) return known
  const made = `data:${mediaType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
  dataUrls.set(bytes, made)
  return made
}
