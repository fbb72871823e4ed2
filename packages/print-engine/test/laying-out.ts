import { compileTemplate, printFonts, sheetOf, type PieceSize } from '../src/index.ts'

/** A template as the document that is laid out. */
export const documentOf = (html: string, size: PieceSize = '4.25x6'): string =>
  compileTemplate(html, { sheet: sheetOf(size), flows: size.startsWith('8'), fonts: printFonts }).render(
    {},
    () => undefined,
  ).html

const pieces = (pdf: Uint8Array, pattern: RegExp): string[] =>
  [...Buffer.from(pdf).toString('latin1').matchAll(pattern)].map(([, found = '']) => found)

/** The corners of each page of a file, in points. */
export const pageBoxes = (pdf: Uint8Array): string[] => pieces(pdf, /\/MediaBox \[([^\]]+)\]/g)

/** A file without the time at which it was written. */
export const timeless = (pdf: Uint8Array): string =>
  Buffer.from(pdf)
    .toString('latin1')
    .replaceAll(/\(D:[^)]+\)/g, '')
