import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../test/laying-out.ts'
import { type PieceSize, sheetOf } from '../geometry/piece.ts'
import { type LayoutBrowser, openLayoutBrowser } from './lay-out.ts'

let browser: LayoutBrowser
beforeAll(async () => {
  browser = await openLayoutBrowser()
})
afterAll(() => browser.close())

const layOut = (html: string, size: PieceSize = '4.25x6') => browser.layOut(documentOf(html, size), sheetOf(size))

/** Each finding on one line. */
const found = async (html: string, size?: PieceSize): Promise<string[]> =>
  (await layOut(html, size)).clipped.map(({ page, kind, text }) => `${page} ${kind}: ${text}`)

const style = `<style>
  p { margin: 0; font-size: 0.2in; line-height: 1.2 }
  .box { position: absolute; top: 1in; left: 1in; width: 1.4in; height: 0.5in }
  .cut { overflow: hidden }
</style>`

test.each([
  ['fits its box', '<p class="box">two short lines'],
  ['has lines closer than its letters are high', '<p class="box cut" style="line-height:.75;height:.15in">HOUSE'],
  ['is turned', '<p class="box" style="rotate:90deg">a short line'],
  ['is set with space behind each letter', '<p class="box cut" style="letter-spacing:.02in;width:max-content">wide'],
  ['is hidden', '<p class="box cut" style="visibility:hidden">much more text than the box can hold at once'],
  ['is for screen readers', '<p class="cut" style="position:absolute;width:1px;height:1px">for those who listen'],
  [
    'lies above a picture',
    '<svg class="box" viewBox="0 0 9 9"><rect width="9" height="9"></rect></svg><p class="box">above',
  ],
  [
    'hangs out of its box on purpose',
    '<div class="box" style="height:0"><p style="position:absolute">placed by itself',
  ],
  [
    'has decoration behind it',
    '<p class="box">in front</p><p class="box" aria-hidden="true" style="opacity:.1">behind',
  ],
  ['is inside a box that scrolls around it', '<div class="box cut"><p class="box" style="position:static">inside'],
])('text that %s is no finding', async (_, html) => {
  expect(await found(style + html)).toEqual([])
})

test.each([
  ['a box', '<p class="box cut">one<br>two<br>fit', ['1 clipped: fit']],
  [
    'the page',
    '<p style="position:absolute;left:5.5in;white-space:nowrap">beyond the edge',
    ['1 clipped: beyond the edge'],
  ],
  ['a drawing', '<svg class="box" viewBox="0 0 60 20"><text x="30" y="15">too long', ['1 clipped: too long']],
  [
    'a box around the box',
    '<div class="box cut" style="height:.2in"><div><p>one</p><p>two</p></div></div>',
    ['1 clipped: two'],
  ],
])('text that is cut off by %s is clipped', async (_, html, findings) => {
  expect(await found(style + html)).toEqual(findings)
})

test.each([
  [
    'a line that does not break',
    '<p class="box" style="white-space:nowrap">a line that goes on',
    'a line that goes on',
  ],
  ['more lines than its box holds', '<p class="box">one<br>two<br>fit', 'fit'],
  ['text over other text', '<p class="box">below</p><p class="box">above</p>', 'above'],
])('%s overflows', async (_, html, text) => {
  expect(await found(style + html)).toEqual([`1 overflows: ${text}`])
})

test('a finding has the box of its letters, in inches from the corner of the bleed', async () => {
  const { clipped } = await layOut(`${style}<p class="box cut" style="height:.1in;line-height:1">HHHH`)
  const [{ box } = { box: undefined }] = clipped
  expect(box?.left).toBeCloseTo(1, 1)
  // A capital is about 0.7 of the type size high.
  expect(Math.abs((box?.height ?? 0) - 0.14)).toBeLessThan(0.01)
  expect(box && box.top + box.height).toBeCloseTo(1.16, 1)
})

test('a piece that depends on the window size is drawn at the actual size', async () => {
  const half = `<style>p{position:absolute;left:50vw;white-space:nowrap}@media (min-width:10in){p{left:9in}}</style>
    <p>from the middle of the page on to the right`
  const [finding] = (await layOut(half)).clipped
  expect(finding?.box.left).toBeCloseTo(3.125, 1)
})

test('the pages of a letter are counted as they are printed', async () => {
  const paragraph = '<p style="height:3in;break-inside:avoid">a paragraph</p>'
  const nowrap = '<p style="width:1in;white-space:nowrap">a line that does not break'
  expect(await found(`${style}${paragraph.repeat(4)}${nowrap}`, '8.5x11')).toEqual([
    '2 overflows: a line that does not break',
  ])
  const { clipped } = await layOut(`${style}<p>one</p><div style="break-before:page">${nowrap}</div>`, '8.5x11')
  expect(clipped).toMatchObject([{ page: 2, box: { left: 0 } }])
  expect(clipped[0]?.box.top).toBeLessThan(0.2)
})

test('reports the places and the addresses of QR codes', async () => {
  const { qrCodes } = await layOut(`<style>qr-code{position:absolute;left:2in;top:1in}.small{width:.5in;left:0}</style>
    <qr-code value="https://example.com/?a=1&amp;b=2"></qr-code><qr-code class="small" value="http://example.com">
    <qr-code value="example.com"></qr-code><qr-code style="display:none" value="https://example.com"></qr-code>`)
  expect(qrCodes).toEqual([
    { page: 1, box: { left: 2, top: 1, width: 1, height: 1 }, url: 'https://example.com/?a=1&b=2' },
    { page: 1, box: { left: 0, top: 1, width: 0.5, height: 0.5 }, url: 'http://example.com' },
  ])
})

test('a QR code of a letter is on the page that it is printed on', async () => {
  const html = `${style}<div style="height:10.5in"></div><qr-code value="https://example.com"></qr-code>`
  expect((await layOut(html, '8.5x11')).qrCodes).toMatchObject([{ page: 2, box: { left: 0, width: 1, height: 1 } }])
})
