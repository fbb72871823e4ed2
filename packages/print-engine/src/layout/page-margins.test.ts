import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../test/laying-out.ts'
import { readPages } from '../../test/read-pages.ts'
import { type TextLine, textLinesOf } from '../check/text-lines.ts'
import { type PieceSize, sheetOf } from '../geometry/piece.ts'
import { type LayoutBrowser, openLayoutBrowser } from './lay-out.ts'

let browser: LayoutBrowser
beforeAll(async () => {
  browser = await openLayoutBrowser()
})
afterAll(() => browser.close())

/** The lines of each page of a template. */
async function pagesOf(html: string, size: PieceSize): Promise<TextLine[][]> {
  const { pdf } = await browser.layOut(documentOf(html, size), sheetOf(size))
  return readPages(pdf, textLinesOf)
}

const type = 'font-size:0.2in;line-height:1;margin:0'
/** Lengths to a tenth of an inch, in which letters have some space around them. */
const about = (...lengths: (number | undefined)[]) => lengths.map((length) => Math.round((length ?? -1) * 10) / 10)

describe('the margin of the body', () => {
  test.each([
    ['a style', `<style>body{margin:1in 0 0 2in}</style><p style="${type}">H`],
    ['its own style', `<body style="margin:1in 0 0 2in"><p style="${type}">H`],
    ['its class', `<body class="a"><style>.a{margin:1in 0 0 2in}</style><p style="${type}">H`],
    ['a margin and a padding', `<style>body{margin:0.5in 1in}body{padding:0.5in 1in}</style><p style="${type}">H`],
  ])('from %s moves its text', async (_name, html) => {
    for (const size of ['4.25x6', '8.5x11'] as const) {
      const [[line] = []] = await pagesOf(html, size)
      expect(about(line?.box.left, line?.box.top)).toEqual([2, 1])
    }
  })

  test('makes its lines shorter, and leaves what is placed where it is', async () => {
    const html = `<style>body{margin:0 1in;text-align:right}</style><p style="${type}">H</p><b style="position:absolute;left:0;bottom:0;${type}">H</b>`
    const [[text, placed] = []] = await pagesOf(html, '4.25x6')
    const right = text && text.box.left + text.box.width
    const bottom = placed && placed.box.top + placed.box.height
    expect(about(right, placed?.box.left, bottom)).toEqual([5.2, 0, 4.5])
  })

  test('keeps the page as high as it is', async () => {
    const html = `<style>body{margin:1in;display:flex;flex-direction:column;justify-content:space-between}</style><p style="${type}">A</p><p style="${type}">Z</p>`
    for (const size of ['4.25x6', '8.5x11'] as const) {
      const pages = await pagesOf(html, size)
      expect(pages).toHaveLength(1)
      expect(about(pages[0]?.[1]?.box.top)).toEqual(about(sheetOf(size).page.height - 1.2))
    }
  })
})

describe('the margins of all pages', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, line) => `<p style="${type}">Line ${line}</p>`).join('')

  test('are kept by each page of a letter', async () => {
    const pages = await pagesOf(`<style>@page{margin:1in 0.5in 2in 0.75in}</style>${lines(90)}`, '8.5x11')
    // Eight inches of lines on each page.
    expect(pages.map((page) => page.length)).toEqual([40, 40, 10])
    for (const [first] of pages) expect(about(first?.box.top, first?.box.left)).toEqual([1, 0.8])
  })

  test('are those of a postcard too, and do not make its sheet larger', async () => {
    const pages = await pagesOf(`<style>@page{margin:1in}</style>${lines(3)}`, '4.25x6')
    expect(pages).toHaveLength(1)
    expect(about(pages[0]?.[0]?.box.top)).toEqual([1])
  })

  test('do not move the place of a QR code from where it is printed', async () => {
    const html = `<style>@page{margin:1in}</style><div style="height:14in"></div><qr-code value="https://example.com"></qr-code>`
    const { qrCodes } = await browser.layOut(documentOf(html, '8.5x11'), sheetOf('8.5x11'))
    expect(qrCodes).toMatchObject([{ page: 2, box: { left: 1, top: expect.closeTo(6, 1), width: 1 } }])
  })
})
