import { type PieceSize, sheetOf } from '@app/print-engine/geometry'
import { guides } from '../generated/guides.ts'
import type { Audience, Section } from './sections.ts'

const sizes: readonly PieceSize[] = ['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14']

const sizeRow = (size: PieceSize): string[] => {
  const { page, trim } = sheetOf(size)
  const isLetter = page.width === trim.width
  return [
    `\`${size}\``,
    `${trim.width} × ${trim.height} in`,
    `${page.width} × ${page.height} in${isLetter ? ', without bleed' : ''}`,
    isLetter ? 'a letter: all pages in one document, with flowing text' : 'one side of a postcard: `Front` or `Back`',
  ]
}

const sizeTable = (): string =>
  [
    ['size', 'after the cut', 'page of the template', 'a template draws'],
    ['---', '---', '---', '---'],
    ...sizes.map(sizeRow),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** A heading, and the text below it. */
function split(text: string): { title: string; text: string } {
  const [title = '', ...lines] = text.split('\n')
  return { title: title.replace(/^#+ /, ''), text: lines.join('\n').trim() }
}

function sectionOf(name: string, markdown: string): Section {
  const [first = '', ...others] = markdown.replace('<!-- sizes -->', sizeTable).split(/^(?=## )/m)
  return { tag: name.replace(/^\d+-/, 'guide-'), ...split(first), parts: others.map(split) }
}

export const guideSections = (audience: Audience): Section[] =>
  Object.entries(guides)
    .filter(([name]) => audience === 'integrators' || !name.endsWith('-staff'))
    .map(([name, markdown]) => sectionOf(name, markdown))
