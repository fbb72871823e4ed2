import { type Box, overlap } from '../../geometry/units.ts'
import { around, type TextLine } from '../text-lines.ts'

/** Lines that stand under each other. A mistake that they share is one finding. */
interface Paragraph<Line extends TextLine> {
  /** The first line. */
  text: string
  box: Box
  lines: [Line, ...Line[]]
}

/** Lines of a paragraph are not further apart than they are high. */
const isBelow = (line: TextLine, { box: next }: TextLine): boolean => {
  const { left, top, width, height } = line.box
  return overlap({ left, top, width, height: height + Math.max(height, next.height) * 1.5 }, next) && next.top >= top
}

/** Puts lines together in the order in which the page has them. */
export function paragraphsOf<Line extends TextLine>(lines: readonly Line[]): Paragraph<Line>[] {
  const paragraphs: Paragraph<Line>[] = []
  for (const line of lines) {
    const paragraph = paragraphs.at(-1)
    const last = paragraph?.lines.at(-1)
    if (paragraph && last && isBelow(last, line)) {
      paragraph.lines.push(line)
      paragraph.box = around(paragraph.box, line.box)
    } else paragraphs.push({ text: line.text, box: line.box, lines: [line] })
  }
  return paragraphs
}

const quotedCharacters = 40

/** The beginning of a text, as a finding quotes it. */
export function quoted(text: string): string {
  const characters = Array.from(text)
  return `“${characters.slice(0, quotedCharacters).join('')}${characters.length > quotedCharacters ? '…' : ''}”`
}
