import type { PDFName } from '@cantoo/pdf-lib'
import { type Box, pdfBox, points } from '../geometry/units.ts'
import type { FontCut, GlyphLine, Typeface } from './typeface.ts'

// The operators of a PDF content stream.

/** A thousandth of a point is finer than any press. */
const written = (value: number) => String(Math.round(value * 1000) / 1000)

/** Adds a box to the path. */
export function rectangle(box: Box, pageHeight: number): string {
  const [left, bottom, right, top] = pdfBox(box, pageHeight)
  return [left, bottom, right - left, top - bottom].map(written).concat('re').join(' ')
}

/** Black ink alone: misregistration of the other three would blur a bar of 0.02 in. */
export const inBlack = '0 0 0 1 k 0 0 0 1 K'
export const inWhite = '0 0 0 0 k'

/** A font in the resources of a page. */
export interface PageFont {
  typeface: Typeface
  cut: FontCut
  key: PDFName
}

export interface TextPlace {
  /** Inches from the page's top left corner. */
  left: number
  baseline: number
  typeInches: number
}

/** Glyphs spaced by their widths, from a position in font units. */
interface Stretch {
  x: number
  y: number
  digits: string
}

function stretchesOf({ glyphs, positions }: GlyphLine, cut: FontCut): Stretch[] {
  const stretches: Stretch[] = []
  let pen = 0
  let end = { x: 0, y: 0 }
  glyphs.forEach((glyph, place) => {
    const { xAdvance, xOffset, yOffset } = positions?.[place] ?? {
      xAdvance: glyph.advanceWidth,
      xOffset: 0,
      yOffset: 0,
    }
    const x = pen + xOffset
    const digits = cut.numberOf(glyph).toString(16).padStart(4, '0')
    const stretch = stretches.at(-1)
    if (stretch && end.x === x && end.y === yOffset) stretch.digits += digits
    else stretches.push({ x, y: yOffset, digits })
    end = { x: x + glyph.advanceWidth, y: yOffset }
    pen += xAdvance
  })
  return stretches
}

/** The width of a text in multiples of its type size. */
export const textEms = ({ font, lineOf }: Typeface, text: string): number => lineOf(text).advanceWidth / font.unitsPerEm

/** Shows a line of text. */
export function textLine(text: string, font: PageFont, { left, baseline, typeInches }: TextPlace, pageHeight: number) {
  const { unitsPerEm } = font.typeface.font
  const em = points(typeInches)
  const stretches = stretchesOf(font.typeface.lineOf(text), font.cut).map(({ x, y, digits }) => {
    const at = [points(left) + (x / unitsPerEm) * em, points(pageHeight - baseline) + (y / unitsPerEm) * em]
    return `1 0 0 1 ${at.map(written).join(' ')} Tm <${digits}> Tj`
  })
  return ['BT', `${font.key.asString()} ${written(em)} Tf`, ...stretches, 'ET'].join('\n')
}
