import { printable, textWidth } from './helvetica.ts'

/** Points, 72 to the inch, from the top left corner of the page; `y` is the base line. */
export type PdfText = { x: number; y: number; size: number; text: string; isBold?: boolean }
export type PdfLine = { x: number; y: number; width: number }
export type PdfPage = { width: number; height: number; texts: PdfText[]; lines?: PdfLine[] }

const escaped = (text: string) => printable(text).replaceAll(/[\\()]/g, String.raw`\$&`)

const contentOf = ({ height, texts, lines = [] }: PdfPage): string =>
  [
    ...lines.map(({ x, y, width }) => `0.5 w ${x} ${height - y} m ${x + width} ${height - y} l S`),
    ...texts.map(
      ({ x, y, size, text, isBold }) =>
        `BT /${isBold ? 'B' : 'R'} ${size} Tf ${x} ${height - y} Td (${escaped(text)}) Tj ET`,
    ),
  ].join('\n')

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** Objects 1 to 4 stand before the pages; each page is followed by its content. */
const firstPage = 5

/** A PDF 1.4 file of text and lines in Helvetica, which every reader has: nothing to embed, no library. */
export function writePdf(pages: PdfPage[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((page, index) => {
      const content = contentOf(page)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  // One character is one byte: `printable` lets nothing else through.
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

/** Breaks text into lines no wider than `width` points, at spaces, and inside a word only when it alone is too wide. */
export function wrapped(text: string, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (textWidth(longer, size) <= width) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      const pieces = broken(word, size, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line]
  })
}

function broken(word: string, size: number, width: number): string[] {
  const pieces = ['']
  for (const character of word) {
    const piece = pieces.at(-1) + character
    if (textWidth(piece, size) <= width) pieces[pieces.length - 1] = piece
    else pieces.push(character)
  }
  return pieces
}
