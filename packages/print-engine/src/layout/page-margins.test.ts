import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../test/laying-out.ts'
import { loadedPdfium, openDocument } from '../check/pdfium.ts'
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
  const document = openDocument(await loadedPdfium(), pdf)
  const pages = Array.from({ length: document.pageCount }, (_, page) => document.readPage(page, textLinesOf))
  document.close()
  return pages
}

const type = 'font-size:0.2in;line-height:1;margin:0'
const near = (value: number | undefined, inches: number) => expect(Math.abs((value ?? 0) - inches)).toBeLessThan(0.05)

describe('the margin of the body', () => {
  test.each([
    ['a style', `<style>body{margin:1in 0 0 2in}</style><p style="${type}">H`],
    ['its own style', `<body style="margin:1in 0 0 2in"><p style="${type}">H`],
    ['its class', `<body class="a"><style>.a{margin:1in 0 0 2in}</style><p style="${type}">H`],
    ['a margin and a padding', `<style>body{margin:0.5in 1in}body{padding:0.5in 1in}</style><p style="${type}">H`],
  ])('from %s moves its text', async (_name, html) => {
    for (const size of ['4.25x6', '8.5x11'] as const) {
      const [[line] = []] = await pagesOf(html, size)
      near(line?.box.left, 2)
      near(line?.box.top, 1)
    }
  })

  test('makes its lines shorter, and leaves what is placed where it is', async () => {
    const html = `<style>body{margin:0 1in;text-align:right}</style><p style="${type}">H</p><b style="position:absolute;left:0;bottom:0;${type}">H</b>`
    const [[text, placed] = []] = await pagesOf(html, '4.25x6')
    near(text && text.box.left + text.box.width, 5.25)
    near(placed?.box.left, 0)
    near(placed && placed.box.top + placed.box.height, 4.5)
  })

  test('keeps the page as high as it is', async () => {
    const html = `<style>body{margin:1in;display:flex;flex-direction:column;justify-content:space-between}</style><p style="${type}">A</p><p style="${type}">Z</p>`
    for (const size of ['4.25x6', '8.5x11'] as const) {
      const pages = await pagesOf(html, size)
      expect(pages).toHaveLength(1)
      near(pages[0]?.[1]?.box.top, sheetOf(size).page.height - 1.2)
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
    for (const [first] of pages) {
      near(first?.box.top, 1)
      near(first?.box.left, 0.75)
    }
  })

  test('are those of a postcard too, and do not make its sheet larger', async () => {
    const pages = await pagesOf(`<style>@page{margin:1in}</style>${lines(3)}`, '4.25x6')
    expect(pages).toHaveLength(1)
    near(pages[0]?.[0]?.box.top, 1)
  })

  test('do not move the place of a QR code from where it is printed', async () => {
    const html = `<style>@page{margin:1in}</style><div style="height:14in"></div><qr-code value="https://example.com"></qr-code>`
    const { qrCodes } = await browser.layOut(documentOf(html, '8.5x11'), sheetOf('8.5x11'))
    expect(qrCodes).toMatchObject([{ page: 2, box: { left: 1, top: expect.closeTo(6, 1), width: 1 } }])
  })
})
