import { compileTemplate } from '../src/compile/compile-template.ts'
import { type PieceSize, sheetOf } from '../src/geometry/piece.ts'
import type { PieceDocument } from '../src/layout/laid-out-piece.ts'

/** The document that is laid out for a template. */
export function documentOf(
  html: string,
  size: PieceSize = '4.25x6',
  owner: PieceDocument['owner'] = 'customer',
): PieceDocument {
  const options = { sheet: sheetOf(size), flows: size.startsWith('8') }
  const { render, usesViewport } = compileTemplate(html, options)
  return { html: render({}, () => undefined).html, usesViewport, owner }
}

/** A document that did not come from the compiler. */
export const foreign = (html: string): PieceDocument => ({ html, usesViewport: false, owner: 'customer' })

/** A PDF file without its timestamps. */
export const timeless = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:[^)]+\)/g, '')
