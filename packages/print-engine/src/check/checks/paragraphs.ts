import { type Box, overlap } from '../../geometry/units.ts'
import type { PageFinding } from '../reading.ts'
import { around, type TextLine } from '../text-lines.ts'

/** Lines that stand under each other. */
interface Paragraph<Line extends TextLine> {
  first: Line
  last: Line
  box: Box
}

/** Lines of a paragraph are not further apart than they are high. */
const isBelow = (line: TextLine, { box: next }: TextLine): boolean => {
  const { left, top, width, height } = line.box
  return overlap({ left, top, width, height: height + Math.max(height, next.height) * 1.5 }, next) && next.top >= top
}

/**
 * Findings about lines, in the order in which the page has them. A mistake that all lines of a paragraph share is one finding.
 * @param describe gets the quoted beginning of the paragraph, and its first line
 */
export function findLines<Line extends TextLine>(
  code: PageFinding['code'],
  lines: readonly Line[],
  describe: (text: string, line: Line) => string,
): PageFinding[] {
  const paragraphs: Paragraph<Line>[] = []
  for (const line of lines) {
    const paragraph = paragraphs.at(-1)
    if (paragraph && isBelow(paragraph.last, line)) {
      paragraph.last = line
      paragraph.box = around(paragraph.box, line.box)
    } else paragraphs.push({ first: line, last: line, box: line.box })
  }
  return paragraphs.map(({ first, box }) => ({ code, detail: describe(quoted(first.text), first), box }))
}

const quotedCharacters = 40

/** The beginning of a text, as a finding quotes it. */
export function quoted(text: string): string {
  const characters = Array.from(text)
  return `“${characters.slice(0, quotedCharacters).join('')}${characters.length > quotedCharacters ? '…' : ''}”`
}
