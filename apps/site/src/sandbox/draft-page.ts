import { isLetterSize } from '@app/mail-piece/formats'
import {
  expressionsOf,
  isBlank,
  meetsCondition,
  type MergeFields,
  specimenToken,
  trackingField,
} from '@app/mail-piece/merge-fields'
import { sheetOf, type PieceSize } from '@app/print-engine/geometry'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Fills the values into the template. A field without a value or default stays as written, so that it stands out. */
export function filled(template: string, values: MergeFields): string {
  const valueOf = (field: string) => (Object.hasOwn(values, field) ? values[field] : undefined)
  let html = ''
  let last = 0
  /** For each open condition, whether its content is shown. */
  const shown: boolean[] = []
  const write = (text: string) => {
    if (shown.every(Boolean)) html += text
  }
  for (const expression of expressionsOf(template)) {
    const { start, end } = expression
    write(template.slice(last, start))
    last = end
    if (expression.kind === 'open') {
      shown.push(meetsCondition(valueOf(expression.field)) === (expression.name === 'if'))
    } else if (expression.kind === 'else' && shown.length > 0) {
      shown.push(!shown.pop())
    } else if (expression.kind === 'close') {
      shown.pop()
    } else if (expression.kind === 'value') {
      const value = valueOf(expression.field)
      // As in print, a blank value counts as missing.
      const text = isBlank(value) ? expression.fallback : value
      write(text === undefined ? template.slice(start, end) : escaped(text))
    } else {
      write(template.slice(start, end))
    }
  }
  write(template.slice(last))
  return html
}

/** The names of the fields of the templates that take a value, in order of first use. */
export function fieldsOf(templates: readonly string[]): string[] {
  const names = templates.flatMap((template) =>
    [...expressionsOf(template)].flatMap((one) => ('field' in one ? [one.field] : [])),
  )
  return [...new Set(names)].filter((name) => name !== trackingField)
}

/** A reference to an image, in an attribute or in a style's url(). */
const imageName = /(["'(=]\s*)asset:([\w.-]{1,80})/g

/** The draft lays out pages as columns, so page breaks become column breaks. */
const pageBreak = /(?:page-)?(break-(?:before|after))\s*:\s*(?:always|all|page|left|right|recto|verso)\b/gi
const unbroken = /break-inside\s*:\s*avoid-page\b/gi

/**
 * Allows requests only for our own fonts, regardless of the template. Scripts do not run: the frame is sandboxed, and also
 * inherits the policy of the page.
 */
const policy = "default-src 'none'; img-src data:; font-src 'self'; style-src 'unsafe-inline'"

const important = (declarations: string): string => declarations.replaceAll(/;|$/g, ' !important;')

/**
 * A postcard side clips its overflow. A letter continues: its pages are columns next to each other, and each frame is
 * scrolled to its own.
 */
function pageStyle(size: PieceSize, page: number): string {
  const { width, height } = sheetOf(size).page
  // The html element is the page, so that a template can give the body a margin without moving positioned elements.
  if (!isLetterSize(size)) {
    return `html { ${important(`position: relative; margin: 0; width: ${width}in; height: ${height}in`)} }
body { display: flow-root; margin: 0; height: 100%; ${important('width: auto')} }`
  }
  return `html { position: relative; width: ${width}in; height: ${height}in; margin-left: ${-(page - 1) * width}in; column-width: ${width}in; column-gap: 0; column-fill: auto }
body { display: flow-root; margin: 0; ${important('width: auto; height: auto; overflow: clip visible')} }`
}

export interface DraftOf {
  template: string
  values: MergeFields
  size: PieceSize
  /** Returns the data URL of an image. */
  image: (id: string) => string
  fontFaces: string
}

/** The HTML document for one page of the draft, from 1, laid out in CSS inches with the site's fonts. */
export function draftPage({ template, values, size, image, fontFaces }: DraftOf, page: number): string {
  const { trim } = sheetOf(size)
  const style = `${fontFaces}
:root { --trim-width: ${trim.width}in; --trim-height: ${trim.height}in; --bleed: ${trim.left}in }
*, ::before, ::after { box-sizing: border-box; animation: none !important; transition: none !important }
html { overflow: hidden !important; font-family: 'Instrument Sans', sans-serif; forced-color-adjust: none }
${pageStyle(size, page)}
qr-code { display: block; background: repeating-conic-gradient(#14213d 0 25%, #fff 0 50%) 0 0 / 12.5% 12.5% }`
  const content = filled(template, { ...values, [trackingField]: specimenToken })
    .replaceAll(imageName, (_name, before: string, id: string) => before + image(id))
    .replaceAll(pageBreak, '$1: column')
    .replaceAll(unbroken, 'break-inside: avoid')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Draft</title><style>${style}</style></head><body aria-hidden="true">${content}`
}

/** CSS pixels per inch. */
export const pixelsPerInch = 96

/** The number of pages of a letter: the number of columns in the frame that laid it out. */
export function pagesIn(frame: HTMLIFrameElement, size: PieceSize): number {
  const width = frame.contentDocument?.documentElement.scrollWidth ?? 0
  // The browser may round half a pixel up.
  return isLetterSize(size) ? Math.max(1, Math.ceil((width - 1) / (sheetOf(size).page.width * pixelsPerInch))) : 1
}
