import { type Box, boxOf } from '../geometry/units.ts'
import { type Color, colorOf } from './color.ts'
import type { PdfPage } from './pdfium.ts'

/** Characters that stand on one baseline, one after the other. */
export interface TextLine {
  text: string
  box: Box
  /** Of the smallest character. */
  typeInches: number
  /** Each once. */
  colors: Color[]
  /** Its characters, by the name of the font that they are set in. */
  characters: Map<string, string>
}

interface Character extends Omit<TextLine, 'colors' | 'characters'> {
  baseline: number
  color: Color
  font: number
}

const pointsPerInch = 72

/** A character as it is printed, or nothing for one that only separates others. */
function characterAt({ pdfium, height, boxOf }: PdfPage, text: number, index: number): Character | undefined {
  const letter = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index))
  if (letter.trim() === '' || letter < ' ' || pdfium.FPDFText_IsGenerated(text, index) === 1) return undefined
  // The order of PDFium: left, right, bottom, top.
  const edges = pdfium.doubles(4, (...places) => pdfium.FPDFText_GetCharBox(text, index, ...places))
  const origin = pdfium.doubles(2, (...places) => pdfium.FPDFText_GetCharOrigin(text, index, ...places))
  if (!edges || !origin) return undefined
  const [left = 0, right = 0, bottom = 0, top = 0] = edges
  // The font size leaves the matrix out, in which browsers put the scale of the page.
  const [a = 1, b = 0] = pdfium.floats(6, (place = 0) => pdfium.FPDFText_GetMatrix(text, index, place)) ?? []
  return {
    text: letter,
    box: boxOf(left, bottom, right, top),
    baseline: height - (origin[1] ?? 0) / pointsPerInch,
    typeInches: (pdfium.FPDFText_GetFontSize(text, index) * Math.hypot(a, b)) / pointsPerInch,
    color: colorOf(pdfium.integers(4, (...places) => pdfium.FPDFText_GetFillColor(text, index, ...places)) ?? []),
    font: pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text, index)),
  }
}

/** The smallest box around two. */
export function around(one: Box, other: Box): Box {
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  const right = Math.max(one.left + one.width, other.left + other.width)
  const bottom = Math.max(one.top + one.height, other.top + other.height)
  return boxOf(left, top, right - left, bottom - top)
}

/** Inches that characters of one line may be above and below each other. */
const baselineTolerance = 0.007

/** True when the character goes on with the line. A gap as wide as the type is high ends it. */
function continues(line: TextLine, baseline: number, { box, baseline: own, typeInches }: Character): boolean {
  const gap = box.left - (line.box.left + line.box.width)
  return Math.abs(own - baseline) <= baselineTolerance && gap <= typeInches && box.left >= line.box.left
}

/** The name of a font without the six letters of a subset. Browsers give no name to fonts that they draw themselves. */
const fontNameOf = ({ pdfium }: PdfPage, font: number): string =>
  pdfium.text((...place) => pdfium.FPDFFont_GetBaseFontName(font, ...place)).replace(/^[A-Z]{6}\+/, '')

/** The lines of text on a page. Browsers place each letter for itself, so that the lines of a PDF are put together here. */
export function textLinesOf(page: PdfPage): TextLine[] {
  const { pdfium } = page
  const text = pdfium.FPDFText_LoadPage(page.handle)
  const lines: TextLine[] = []
  const fontNames = new Map<number, string>()
  let baseline = 0
  let isAfterSpace = false

  function add(line: TextLine, { text, color, font, typeInches, box }: Character): void {
    const name = fontNames.get(font) ?? fontNameOf(page, font)
    fontNames.set(font, name)
    line.characters.set(name, (line.characters.get(name) ?? '') + text)
    if (!line.colors.some((known) => isSame(known, color))) line.colors.push(color)
    line.text += text
    line.box = around(line.box, box)
    line.typeInches = Math.min(line.typeInches, typeInches)
  }

  const count = pdfium.FPDFText_CountChars(text)
  for (let index = 0; index < count; index++) {
    const character = characterAt(page, text, index)
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

const isSame = (one: Color, other: Color): boolean =>
  one.red === other.red && one.green === other.green && one.blue === other.blue && one.alpha === other.alpha
