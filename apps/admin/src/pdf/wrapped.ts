import { graphemesOf } from './printable.ts'
import type { Typeface } from './typefaces.ts'

/**
 * Breaks text into lines no wider than `width` points, at spaces, and inside a word only if the word alone is too wide.
 */
export function wrapped(text: string, size: number, width: number, typeface: Typeface): string[] {
  const fits = (line: string) => typeface.widthOf(line, size) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      const pieces = brokenWord(word, fits)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line]
  })
}

function brokenWord(word: string, fits: (piece: string) => boolean): string[] {
  const pieces = ['']
  for (const grapheme of graphemesOf(word)) {
    const piece = pieces.at(-1) + grapheme
    if (fits(piece)) pieces[pieces.length - 1] = piece
    else pieces.push(grapheme)
  }
  return pieces
}
