import { expect, test } from 'vitest'
import { documentOf } from '../../test/laying-out.ts'
import { browser } from '../../test/layout-browser.ts'
import { type PieceSize, sheetOf } from '../geometry/piece.ts'

const layOut = (html: string, size: PieceSize = '4.25x6') => browser.layOut(documentOf(html, size), sheetOf(size))

const style = `<style>
  section { position: absolute; width: 2.6in; height: 0.9in }
  p { margin: 0; font-size: 0.2in; line-height: 1.2 }
  .box { position: absolute; top: 0; left: 0; width: 1.4in; height: 0.5in }
  .cut { overflow: hidden }
</style>`

/** Each part of a page in a separate place. */
const apart = (parts: readonly string[]) =>
  style +
  parts
    .map((part, place) => {
      const [column, row] = [place % 4, Math.floor(place / 4)]
      return `<section style="left:${0.2 + column * 2.7}in;top:${0.2 + row}in">${part}</section>`
    })
    .join('')

/** Each finding on one line. */
const found = async (html: string, size: PieceSize): Promise<string[]> =>
  (await layOut(html, size)).clipped.map(({ page, kind, text }) => `${page} ${kind}: ${text}`)

/** The texts describe themselves, so that a wrong finding shows which text it is about. */
const whole = [
  '<p class="box">two short lines, which fit',
  '<p class="box cut" style="line-height:.75;height:.15in">CLOSE',
  '<p class="box" style="top:.4in;rotate:90deg">turned',
  '<p class="box cut" style="letter-spacing:.02in;width:max-content">space behind each letter',
  '<p class="box cut" style="visibility:hidden">hidden, and much more than the box can hold at once',
  '<p class="cut" style="position:absolute;width:1px;height:1px">for screen readers',
  '<svg class="box" viewBox="0 0 9 9"><rect width="9" height="9"></rect></svg><p class="box">above a picture',
  '<div class="box" style="height:0"><p style="position:absolute">out of its box on purpose',
  '<p class="box">in front</p><p class="box" aria-hidden="true" style="opacity:.1">decoration behind',
  '<div class="box cut"><p class="box" style="position:static">in a box that scrolls',
]

test('text that fits, or is not meant to be seen, has no finding', async () => {
  expect(await found(apart(whole), '6x11')).toEqual([])
})

test('text that is cut off is clipped, and text that leaves its box or covers other text overflows', async () => {
  const broken = [
    '<p class="box cut">one<br>two<br>cut by a box',
    '<svg class="box" viewBox="0 0 60 20"><text x="30" y="15">cut by a drawing',
    '<div class="box cut" style="height:.2in"><div><p>one</p><p>cut around it</p></div></div>',
    '<p class="box" style="white-space:nowrap">a line that does not break',
    '<p class="box">one<br>two<br>a line too many',
    '<p class="box">below</p><p class="box">above</p>',
    '<p style="position:fixed;left:10.9in;white-space:nowrap">beyond the edge',
  ]
  expect(await found(apart(broken), '6x11')).toEqual([
    '1 clipped: cut by a box',
    '1 clipped: cut by a drawing',
    '1 clipped: cut around it',
    '1 overflows: a line that does not break',
    '1 overflows: a line too many',
    '1 clipped: beyond the edge',
    '1 overflows: above',
  ])
})

test('text beside a page of a letter is reported as cut off, on the page that it belongs to', async () => {
  const beside = (side: string) => `<p style="position:absolute;white-space:nowrap;top:1in;${side}">beside`
  const pages = `<p>first</p>${beside('left:9in')}</p><p style="break-before:page">second</p>`
  expect(await found(pages, '8.5x11')).toEqual(['1 clipped: beside'])
  const second = `<p>first</p><div style="break-before:page;position:relative">${beside('right:-0.2in')}</p>${beside('left:-0.2in')}</p></div>`
  expect(await found(second, '8.5x11')).toEqual(['2 clipped: beside', '2 clipped: beside'])
})

test('a finding has the box of its letters, and a QR code its URL and place, in inches from the corner of the bleed', async () => {
  const { clipped, qrCodes } = await layOut(`${style}<style>
      qr-code{position:absolute;left:2in;top:1in}.small{width:.5in;left:0}
    </style>
    <p class="box cut" style="left:1in;top:1in;height:.1in;line-height:1">HHHH</p>
    <qr-code value="https://example.com/?a=1&amp;b=2"></qr-code><qr-code class="small" value="http://example.com">
    <qr-code value="example.com"></qr-code><qr-code style="display:none" value="https://example.com"></qr-code>`)
  const [{ box } = { box: undefined }] = clipped
  expect(box?.left).toBeCloseTo(1, 1)
  // A capital letter is about 0.7 times the type size high.
  expect(Math.abs((box?.height ?? 0) - 0.14)).toBeLessThan(0.01)
  expect(box && box.top + box.height).toBeCloseTo(1.16, 1)
  expect(qrCodes).toEqual([
    { page: 1, box: { left: 2, top: 1, width: 1, height: 1 }, url: 'https://example.com/?a=1&b=2' },
    { page: 1, box: { left: 0, top: 1, width: 0.5, height: 0.5 }, url: 'http://example.com' },
  ])
})

test('a piece that depends on the window size is drawn at the actual size', async () => {
  const half = `<style>p{position:absolute;left:50vw;white-space:nowrap}@media (min-width:10in){p{left:9in}}</style>
    <p>from the middle of the page on to the right`
  const [finding] = (await layOut(half)).clipped
  expect(finding?.box.left).toBeCloseTo(3.125, 1)
})

test('the pages of a letter are counted as they are printed', async () => {
  const paragraph = '<p style="height:3in;break-inside:avoid">a paragraph</p>'
  const nowrap = (text: string) => `<p style="width:1in;white-space:nowrap">${text}</p>`
  const { clipped, qrCodes } = await layOut(
    `${style}${paragraph.repeat(4)}${nowrap('on the page of the fourth paragraph')}
    <div style="break-before:page">${nowrap('on a page that is broken by a style')}</div>
    <div style="height:10.5in"></div><qr-code value="https://example.com"></qr-code>`,
    '8.5x11',
  )
  expect(clipped).toMatchObject([
    { page: 2, kind: 'overflows', text: 'on the page of the fourth paragraph' },
    { page: 3, kind: 'overflows', text: 'on a page that is broken by a style', box: { left: 0 } },
  ])
  expect(clipped[1]?.box.top).toBeLessThan(0.2)
  expect(qrCodes).toMatchObject([{ page: 4, box: { left: 0, width: 1, height: 1 } }])
})
