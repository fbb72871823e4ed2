import { expressionsOf, type MergeFields } from '@app/mail-piece/merge-fields'
import { sheetOf, type PieceSize } from '@app/print-engine/geometry'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character)

/** The template with the values in it. A field without a value stays as it is written, so that it is seen. */
export function filled(template: string, values: MergeFields): string {
  let html = ''
  let last = 0
  /** Whether the text inside of each open condition is shown. */
  const shown: boolean[] = []
  const write = (text: string) => {
    if (shown.every(Boolean)) html += text
  }
  for (const expression of expressionsOf(template)) {
    const { start, end } = expression
    write(template.slice(last, start))
    last = end
    if (expression.kind === 'if') {
      shown.push(Object.hasOwn(values, expression.field) && values[expression.field] !== '')
    } else if (expression.kind === 'end') {
      shown.pop()
    } else if (expression.kind === 'value') {
      const value = Object.hasOwn(values, expression.field) ? values[expression.field] : expression.fallback
      write(value === undefined ? template.slice(start, end) : escaped(value))
    } else {
      write(template.slice(start, end))
    }
  }
  write(template.slice(last))
  return html
}

/** The names of the fields of templates in the order of their first use. */
export function fieldsOf(templates: readonly string[]): string[] {
  const names = templates.flatMap((template) =>
    [...expressionsOf(template)].flatMap((one) => (one.kind === 'value' || one.kind === 'if' ? [one.field] : [])),
  )
  return [...new Set(names)]
}

/**
 * Nothing is loaded but our own fonts, whatever the template asks for. Scripts do not run: the frame is sandboxed, and
 * inherits the policy of the page as well.
 */
const policy = "default-src 'none'; img-src data:; font-src 'self'; style-src 'unsafe-inline'"

/** The document of the draft: the template on a page of the piece's size, in CSS inches, with the site's fonts. */
export function draftPage(template: string, values: MergeFields, size: PieceSize, fontFaces: string): string {
  const { page, trim } = sheetOf(size)
  const style = `${fontFaces}
:root { --trim-width: ${trim.width}in; --trim-height: ${trim.height}in; --bleed: ${trim.left}in }
*, ::before, ::after { box-sizing: border-box; animation: none !important; transition: none !important }
html { overflow: hidden !important; font-family: 'Instrument Sans', sans-serif; background: #fff }
body { position: relative; width: ${page.width}in; height: ${page.height}in; margin: 0 !important; overflow: hidden; contain: strict }
qr-code { display: block; background: repeating-conic-gradient(#14213d 0 25%, #fff 0 50%) 0 0 / 12.5% 12.5% }`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Draft</title><style>${style}</style></head><body aria-hidden="true">${filled(template, values)}`
}
