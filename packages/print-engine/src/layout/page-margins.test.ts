import { expect, test } from 'vitest'
import { documentOf } from '../../test/laying-out.ts'
import { browser } from '../../test/layout-browser.ts'
import { readPages } from '../../test/read-pages.ts'
import { type TextLine, textLinesOf } from '../check/text-lines.ts'
import { type PieceSize, sheetOf } from '../geometry/piece.ts'

// compile/page-spacing.test.ts checks the compiled output of each form of margin. Here it is laid out.

/** The lines of each page of a template, and its QR codes. */
async function layOut(html: string, size: PieceSize) {
  const { pdf, qrCodes } = await browser.layOut(documentOf(html, size), sheetOf(size))
  return { qrCodes, pages: await readPages(pdf, textLinesOf) }
}

const type = 'font-size:0.2in;line-height:1;margin:0'
/** Lengths rounded to a tenth of an inch, because letters have some space around them. */
const about = (...lengths: (number | undefined)[]) => lengths.map((length) => Math.round((length ?? -1) * 10) / 10)
const rightOf = ({ box }: TextLine) => box.left + box.width
const bottomOf = ({ box }: TextLine) => box.top + box.height

test.each(['4.25x6', '8.5x11'] as const)(
  'the body margin and padding of %s move its text and shorten its lines, without changing the height of the page',
  async (size) => {
    const { width, height } = sheetOf(size).page
    const { pages } = await layOut(
      `<style>
        body{margin:0.5in 1in;padding:0.5in 1in;display:flex;flex-direction:column;justify-content:space-between}
        p{${type}}
      </style>
      <p>H</p><p style="text-align:right">R</p><p>Z</p>`,
      size,
    )
    expect(pages).toHaveLength(1)
    const [first, right, last] = pages[0]!
    expect(about(first!.box.left, first!.box.top), 'the first line').toEqual([2, 1])
    expect(rightOf(right!), 'the end of a line').toBeCloseTo(width - 2, 1)
    expect(about(last!.box.top), 'the last line').toEqual(about(height - 1.2))
  },
)

test('the margin of the body does not move absolutely positioned elements', async () => {
  const html = `<body style="margin:1in"><b style="position:absolute;left:0;bottom:0;${type}">H</b>`
  const { pages } = await layOut(html, '4.25x6')
  expect(about(pages[0]?.[0]?.box.left, bottomOf(pages[0]![0]!))).toEqual([0, 4.5])
})

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `<p style="${type}">Line ${line}</p>`).join('')

test('page margins apply to each page of a letter, and the place of a QR code is where it is printed', async () => {
  const { pages, qrCodes } = await layOut(
    `<style>@page{margin:1in 0.5in 2in 0.75in}</style>${lines(90)}<qr-code value="https://example.com"></qr-code>`,
    '8.5x11',
  )
  // Eight inches of lines on each page.
  expect(pages.map((page) => page.length)).toEqual([40, 40, 10])
  for (const [first] of pages) expect(about(first?.box.top, first?.box.left)).toEqual([1, 0.8])
  expect(qrCodes).toMatchObject([{ page: 3, box: { left: 0.75, top: expect.closeTo(3, 1), width: 1 } }])
})

test('elements beyond the right edge of a letter, where they are invisible, do not scale down its print', async () => {
  const beyond = ['<div></div>', '<svg><rect width="9" height="9"></rect></svg>', '<i><b></b></i>'].map((element) =>
    element.replace('>', ' style="position:absolute;left:9in;width:1in;height:1in">'),
  )
  const { pages } = await layOut(`<p style="${type};margin-left:4in">H</p>${beyond.join('')}`, '8.5x11')
  expect(about(pages[0]?.[0]?.box.left)).toEqual([4])
})

test('page margins apply to a postcard, too, and do not enlarge its sheet', async () => {
  const { pages } = await layOut(`<style>@page{margin:1in}</style>${lines(3)}`, '4.25x6')
  expect(pages).toHaveLength(1)
  expect(about(pages[0]?.[0]?.box.top)).toEqual([1])
})
