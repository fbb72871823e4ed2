import { type Box, boxOf, boxOfEdges, pointsPerInch } from '../geometry/units.ts'
import { type Color, colorOf } from './color.ts'
import type { PdfPage } from './pdfium.ts'

/** Consecutive characters on one baseline. */
export interface TextLine {
  text: string
  box: Box
  /** The size of the smallest character. */
  typeInches: number
  /** Distinct colors. */
  colors: Color[]
  /** The line's characters, by font name. */
  characters: Map<string, string>
}

interface Ink {
  color: Color
  font: string
}

interface Character extends Pick<TextLine, 'text' | 'box' | 'typeInches'> {
  baseline: number
  ink: Ink
}

/** A character as printed. Undefined for one that only separates others. */
function characterAt(
  { pdfium, height }: PdfPage,
  text: number,
  index: number,
  inkAt: (index: number) => Ink,
): Character | undefined {
  const letter = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index))
  if (letter.trim() === '' || letter < ' ' || pdfium.FPDFText_IsGenerated(text, index) === 1) return undefined
  // PDFium's order: left, right, bottom, top.
  const edges = pdfium.doubles(4, (...places) => pdfium.FPDFText_GetCharBox(text, index, ...places))
  const origin = pdfium.doubles(2, (...places) => pdfium.FPDFText_GetCharOrigin(text, index, ...places))
  if (!edges || !origin) return undefined
  const [left = 0, right = 0, bottom = 0, top = 0] = edges
  // The font size excludes the matrix, which holds the page scale in browser output.
  const [a = 1, b = 0] = pdfium.floats(6, (place = 0) => pdfium.FPDFText_GetMatrix(text, index, place)) ?? []
  return {
    text: letter,
    box: boxOfEdges([left, bottom, right, top], height),
    baseline: height - (origin[1] ?? 0) / pointsPerInch,
    typeInches: (pdfium.FPDFText_GetFontSize(text, index) * Math.hypot(a, b)) / pointsPerInch,
    ink: inkAt(index),
  }
}

/** The name of a font without the six-letter subset prefix. Fonts that browsers draw themselves have no name. */
const fontNameOf = ({ pdfium }: PdfPage, font: number): string =>
  pdfium.text((...place) => pdfium.FPDFFont_GetBaseFontName(font, ...place)).replace(/^[A-Z]{6}\+/, '')

/** Reads the ink of a character. Each ink is one object, shared by all characters of one page object. */
function inkReader(page: PdfPage, text: number): (index: number) => Ink {
  const { pdfium } = page
  const names = new Map<number, string>()
  const inks = new Map<string, Ink>()
  let known: { object: number; ink: Ink } | undefined
  return (index) => {
    const object = pdfium.FPDFText_GetTextObject(text, index)
    if (known?.object === object) return known.ink
    const handle = pdfium.FPDFTextObj_GetFont(object)
    const font = names.get(handle) ?? fontNameOf(page, handle)
    names.set(handle, font)
    const numbers = pdfium.integers(4, (...places) => pdfium.FPDFText_GetFillColor(text, index, ...places)) ?? []
    const key = `${numbers.join(' ')} ${font}`
    const ink = inks.get(key) ?? { color: colorOf(numbers), font }
    inks.set(key, ink)
    known = { object, ink }
    return ink
  }
}

/** The smallest box around both. */
export function around(one: Box, other: Box): Box {
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return boxOf(left, top, right - left, bottom - top)
}

/** Characters on one line may be vertically offset by this many inches. */
const baselineTolerance = 0.007

/** True if the character continues the line. A gap as wide as the type size ends it. */
function continues(line: TextLine, baseline: number, { box, baseline: own, typeInches }: Character): boolean {
  const gap = box.left - (line.box.left + line.box.width)
  return Math.abs(own - baseline) <= baselineTolerance && gap <= typeInches && box.left >= line.box.left
}

function add(line: TextLine, { text, ink: { color, font }, typeInches, box }: Character): void {
  if (!line.colors.includes(color)) line.colors.push(color)
  line.characters.set(font, (line.characters.get(font) ?? '') + text)
  line.text += text
  line.box = around(line.box, box)
  line.typeInches = Math.min(line.typeInches, typeInches)
}

/** The lines of text on a page. Browsers place each letter separately, so this function reassembles the lines of a PDF. */
export function textLinesOf(page: PdfPage): TextLine[] {
  const { pdfium } = page
  const text = pdfium.FPDFText_LoadPage(page.handle)
  const inkAt = inkReader(page, text)
  const lines: TextLine[] = []
  let baseline = 0
  let isAfterSpace = false
  const count = pdfium.FPDFText_CountChars(text)
  for (let index = 0; index < count; index++) {
    const character = characterAt(page, text, index, inkAt)
    if (!character) {
      isAfterSpace = true
      continue
    }
    let line = lines.at(-1)
    if (!line || !continues(line, baseline, character)) {
      const { box, typeInches } = character
      line = { text: '', box, typeInches, colors: [], characters: new Map() }
      lines.push(line)
      baseline = character.baseline
    } else if (isAfterSpace) line.text += ' '
    add(line, character)
    isAfterSpace = false
  }
  pdfium.FPDFText_ClosePage(text)
  return lines
}
