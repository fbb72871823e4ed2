import { type Box, overlap } from '../../geometry/units.ts'
import type { PageFinding } from '../reading.ts'
import { around, type TextLine } from '../text-lines.ts'

/** Consecutive lines, one below the other. */
interface Paragraph<Line extends TextLine> {
  first: Line
  last: Line
  box: Box
}

/** Lines of a paragraph are no farther apart than their height. */
const isBelow = (line: TextLine, { box: next }: TextLine): boolean => {
  const { left, top, width, height } = line.box
  return overlap({ left, top, width, height: height + Math.max(height, next.height) * 1.5 }, next) && next.top >= top
}

/**
 * Reports findings about lines, in page order. A mistake shared by all lines of a paragraph is one finding.
 * @param describe receives the quoted beginning of the paragraph, and its first line
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

/** The beginning of a text, as quoted in a finding. */
export function quoted(text: string): string {
  const characters = Array.from(text)
  return `“${characters.slice(0, quotedCharacters).join('')}${characters.length > quotedCharacters ? '…' : ''}”`
}
