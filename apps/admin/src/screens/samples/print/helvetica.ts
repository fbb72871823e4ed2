/** Widths of Helvetica from the space to the tilde, in thousandths of the type size (Adobe's font metrics). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]

/** The letters of other alphabets that have no accent to take away. */
const plainForms: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Œ: 'OE',
  œ: 'oe',
  ı: 'i',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '\u00a0': ' ',
  '\t': ' ',
}

const unknown = '?'

/** The text in the letters the font has: accents it lacks are dropped, letters it lacks become a question mark. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) => {
    const plain = plainForms[character] ?? character
    if (/^[\u0020-\u007e\u00a1-\u00ff]+$/.test(plain)) return plain
    const bare = plain.normalize('NFD').replaceAll(/\p{M}/gu, '')
    return /^[\u0020-\u007e]*$/.test(bare) ? bare : unknown
  }).join('')

/** Some of it cannot be printed. */
export const hasUnprintable = (text: string): boolean =>
  (printable(text).match(/\?/g)?.length ?? 0) > (text.match(/\?/g)?.length ?? 0)

/** Points that the text takes at this size. Letters beyond the table count as wide ones. */
export const textWidth = (text: string, size: number): number =>
  Array.from(printable(text)).reduce((sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 722), 0) *
  (size / 1000)
