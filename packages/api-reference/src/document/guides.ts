import { PieceSize } from '@app/contract'
import { addressSideOf, sheetOf } from '@app/print-engine/geometry'
import { guides } from '../generated/guides.ts'
import type { Audience, Section } from './sections.ts'

const sizes = PieceSize.enum

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

const table = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const sizeTable = () => table(['size', 'trimmed size', 'template page', 'what a template draws'], sizes.map(sizeRow))

/** Rounds to a thousandth of an inch, which is finer than a press prints. */
const inches = (length: number) => String(Math.round(length * 1_000) / 1_000)

/** The zones of the address side in which a template must not print. */
const zoneTable = () =>
  table(
    ['size', 'zone', 'left', 'top', 'width', 'height'],
    sizes.flatMap((size) => {
      const { inkFree, indicia, returnWindow } = addressSideOf(size)
      const zones = [
        { name: indicia ? 'address and barcode' : 'recipient window', box: inkFree },
        { name: 'permit', box: indicia },
        { name: 'sender window', box: returnWindow },
      ]
      return zones.flatMap(({ name, box }) =>
        box ? [[`\`${size}\``, name, ...[box.left, box.top, box.width, box.height].map(inches)]] : [],
      )
    }),
  )

const dotsPerInch = 300
const dots = (inches: number) => Math.ceil(inches * dotsPerInch).toLocaleString('en-US')

/** The smallest image that covers a postcard side. */
const pixelTable = () =>
  table(
    ['size', 'pixels'],
    sizes
      .map((size) => ({ size, ...sheetOf(size) }))
      .filter(({ page, trim }) => page.width > trim.width)
      .map(({ size, page }) => [`\`${size}\``, `${dots(page.width)} × ${dots(page.height)}`]),
  )

/** Splits a text into its heading and the rest. */
function split(text: string): { title: string; text: string } {
  const [title = '', ...lines] = text.split('\n')
  return { title: title.replace(/^#+ /, ''), text: lines.join('\n').trim() }
}

function sectionOf(name: string, markdown: string): Section {
  const filled = markdown
    .replace('<!-- sizes -->', sizeTable)
    .replace('<!-- zones -->', zoneTable)
    .replace('<!-- pixels -->', pixelTable)
  const [first = '', ...others] = filled.split(/^(?=## )/m)
  return { tag: name.replace(/^\d+-/, 'guide-'), ...split(first), parts: others.map(split) }
}

export const guideSections = (audience: Audience): Section[] =>
  Object.entries(guides)
    .filter(([name]) => audience === 'integrators' || !name.endsWith('-staff'))
    .map(([name, markdown]) => sectionOf(name, markdown))
