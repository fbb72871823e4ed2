import { recipients } from '@app/mail-piece/samples'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { overlay, proofOf } from '../../test/pieces.ts'
import { compileTemplate } from '../compile/compile-template.ts'
import type { PrintFindingCode } from '../findings.ts'
import { foldStripsOf, isPostcard, type PieceSize, sheetOf } from '../geometry/piece.ts'
import { houseTemplates } from '../house/house-templates.ts'
import { type LayoutBrowser, openLayoutBrowser } from '../layout/lay-out.ts'
import { printFonts } from '../layout/print-fonts.ts'

const jpeg = (width: number, height: number, background = '#88aacc') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

let browser: LayoutBrowser
let photos: Map<string, { mediaType: string; bytes: Uint8Array }>
beforeAll(async () => {
  browser = await openLayoutBrowser()
  const sharpPhoto = { mediaType: 'image/jpeg', bytes: await jpeg(1900, 1400) }
  photos = new Map([
    ['sharp', sharpPhoto],
    ['dark', { mediaType: 'image/jpeg', bytes: await jpeg(1900, 1400, '#020202') }],
    ['small', { mediaType: 'image/jpeg', bytes: await jpeg(200, 150) }],
  ])
})
afterAll(() => browser.close())

function laidOut(html: string, size: PieceSize, values: Record<string, string> = {}) {
  const sheet = sheetOf(size)
  const { lint, render, usesViewport } = compileTemplate(html, { sheet, flows: !isPostcard(size), fonts: printFonts })
  expect(lint).toEqual([])
  return browser.layOut({ html: render(values, (id) => photos.get(id)).html, usesViewport, owner: 'customer' }, sheet)
}

/** The codes of what is found in a piece of these templates, through every step from HTML to its print file. */
async function codesIn(size: PieceSize, templates: readonly string[], values: Record<string, string> = {}) {
  const findings = await findingsIn(size, templates, values)
  return [...new Set(findings.map(({ code }) => code))]
}

async function findingsIn(size: PieceSize, templates: readonly string[], values: Record<string, string> = {}) {
  const art = []
  for (const html of templates) art.push(await laidOut(html, size, values))
  const own = isPostcard(size) ? overlay : { ...overlay, indicia: [] }
  const fontNames = printFonts.flatMap(({ localName }) => localName ?? [])
  const { findings } = await proofOf({ size, art, overlay: own, fontNames })
  return findings
}

const qrCode = (style: string) =>
  `<qr-code value="https://garden.example/dana" style="position: absolute; ${style}; width: 0.9in"></qr-code>`
const at = (style: string, content: string) => `<div style="position: absolute; ${style}">${content}</div>`
const good = at('left: 0.4in; top: 2.2in', 'Your plan is ready.')
const front = (html: string) => [good + html, good]
const back = (html: string) => [good, good + html]

describe('house templates', () => {
  const { tmpl_spring_front: springFront, tmpl_spring_back: springBack, tmpl_planting_letter: letter } = houseTemplates
  const values = recipients.dana.fields

  test.each(['4.25x6', '6x9', '6x11'] as const)('have nothing wrong on %s', async (size) => {
    expect(await codesIn(size, [springFront.html, springBack.html], values)).toEqual([])
  })
  test.each(['8.5x11', '8.5x14'] as const)('have nothing wrong on %s', async (size) => {
    expect(await codesIn(size, [letter.html], values)).toEqual([])
  })
})

describe('a postcard', () => {
  test.each<[string, string]>([
    ['a gradient under it', at('inset: 0; z-index: -1; background: linear-gradient(45deg, #cde, #135)', '')],
    ['a shadow', at('left: 1in; top: 3in; width: 2in; height: 0.5in; box-shadow: 0 0.1in 0.2in #888', '')],
    ['a sharp photo', at('inset: 0; z-index: -1; background: url(asset:sharp) center/cover', '')],
    [
      'a photo that is turned',
      `<img src="asset:sharp" style="position: absolute; left: 3in; top: 1in; width: 2in; transform: rotate(10deg)">`,
    ],
    [
      'a QR code',
      '<qr-code value="https://garden.example/dana" style="position: absolute; left: 1in; top: 2.7in; width: 1in"></qr-code>',
    ],
    [
      'white text with a shadow',
      at('left: 1in; top: 3in; font-size: 8pt; color: #fff; text-shadow: 0 0 1pt #000, 0 0 1pt #000', 'On paper'),
    ],
    [
      'a small text in a gradient',
      '<svg style="position: absolute; left: 1in; top: 3in"><linearGradient id="g"><stop stop-color="#a00"/></linearGradient><text y="20" font-size="10" fill="url(#g)">Sale</text></svg>',
    ],
    ['transparent text', at('left: 1in; top: 3in; color: transparent', 'Room')],
  ])('with %s has nothing wrong', async (_name, html) => {
    expect(await codesIn('4.25x6', front(html))).toEqual([])
  })

  test.each<[string, string[], PrintFindingCode[]]>([
    [
      'a small image',
      front('<img src="asset:small" style="position: absolute; left: 3in; top: 1in; width: 2in">'),
      ['image_resolution_too_low'],
    ],
    [
      'a small background',
      front(at('inset: 0; z-index: -1; background: url(asset:small) center/cover', '')),
      ['image_resolution_too_low'],
    ],
    [
      'a small background that repeats',
      front(at('inset: 0; z-index: -1; background: url(asset:small) 0 0/1.6in 1.2in', '')),
      ['image_resolution_too_low'],
    ],
    [
      'an image that is nearly sharp',
      front('<img src="asset:small" style="position: absolute; left: 3in; top: 1in; width: 0.8in">'),
      ['image_resolution_low'],
    ],
    ['text at the edge', front(at('left: 0.1in; top: 1in', 'At the edge')), ['text_outside_safe_zone']],
    ['art that ends at the trim', front(at('inset: 0.125in; z-index: -1; background: #cde', '')), ['bleed_incomplete']],
    [
      'text that is cut off',
      front(at('left: 1in; top: 1in; width: 1in; height: 0.2in; overflow: hidden', 'A text that is too long')),
      ['text_clipped'],
    ],
    ['characters of no font', front(at('left: 1in; top: 1in', 'Hello \u{1f600} 漢字')), ['text_character_missing']],
    [
      'characters of no font that the style adds',
      front(`<style>p::after { content: '漢' }</style>${at('left: 1in; top: 1in', '<p>Hello</p>')}`),
      ['text_character_missing'],
    ],
    ['letters that only the machine has', front(at('left: 1in; top: 3in', 'Привет, мир')), ['text_font_substituted']],
    [
      'an italic that its font lacks',
      front(at('left: 1in; top: 3in; font: italic 700 20pt Bricolage Grotesque', 'Sale')),
      ['font_style_imitated'],
    ],
    [
      'a bold italic that its font lacks',
      front(at('left: 1in; top: 3in; font: italic 700 20pt Instrument Sans', 'Sale')),
      ['font_style_imitated'],
    ],
    [
      'light gray text',
      front(at('left: 1in; top: 3in; font-size: 9pt; color: #aaa', 'Terms apply')),
      ['text_too_light'],
    ],
    [
      'text that is nearly transparent',
      front(at('left: 1in; top: 3in; font-size: 12pt; opacity: 0.2', 'Terms apply')),
      ['text_too_light'],
    ],
    ['white text on paper', front(at('left: 1in; top: 3in; color: #fff', 'Terms apply')), ['text_invisible']],
    [
      'small light text on a dark ground',
      front(at('left: 1in; top: 3in; font-size: 5pt; color: #fff; background: #000; padding: 0.1in', 'Terms apply')),
      ['text_too_small'],
    ],
    [
      'a thin border',
      front(at('left: 1in; top: 3in; width: 2in; border-top: 0.1pt solid #000', '')),
      ['line_too_thin'],
    ],
    [
      'a thin line of a drawing',
      front(
        '<svg width="200" height="20" style="position: absolute; top: 3in; left: 1in"><path d="M0 5L100 9" stroke="#000" stroke-width="0.1"/></svg>',
      ),
      ['line_too_thin'],
    ],
    [
      'a dark photo',
      front('<img src="asset:dark" style="position: absolute; left: 3in; top: 1in; width: 2in">'),
      ['ink_coverage_high'],
    ],
    [
      'a dark gradient',
      front(at('inset: 0; z-index: -1; color: #fff; background: linear-gradient(#000, #020202)', '')),
      ['ink_coverage_high'],
    ],
    [
      'a photo in the ink-free zone',
      back('<img src="asset:sharp" style="position: absolute; right: 0; bottom: 0; width: 1in">'),
      ['ink_free_zone_not_empty'],
    ],
    [
      'white text in the ink-free zone',
      back(at('right: 1in; bottom: 1in; color: #fff', 'Hidden')),
      ['ink_free_zone_not_empty'],
    ],
    ['text under the permit', back(at('right: 0.5in; top: 0.6in', 'Hidden')), ['text_under_overlay']],
    ['an empty front', ['<p></p>', good], ['page_blank']],
    [
      'a QR code that is too small',
      front(
        '<qr-code value="https://garden.example/dana" style="position: absolute; left: 1in; top: 3in; width: 0.5in"></qr-code>',
      ),
      ['qr_module_too_small'],
    ],
    [
      'a QR code that is cut off',
      front(at('inset: 0; z-index: -1; background: #cde', '') + qrCode('left: 0.2in; top: 3in')),
      ['qr_outside_safe_zone'],
    ],
    ['a QR code beside the address', back(qrCode('right: 0.3in; bottom: 0.4in')), ['ink_free_zone_not_empty']],
    ['text beside the page', front(at('left: 7in; top: 1in', 'Beside')), ['text_clipped']],
  ])('with %s has that fault and no other', async (_name, templates, codes) => {
    expect(await codesIn('4.25x6', templates)).toEqual(codes)
  })
})

test('missing characters are named, with their place', async () => {
  const findings = await findingsIn(
    '4.25x6',
    front(at('left: 1in; top: 1in; font-size: 20pt', 'Hello \u{1f600}漢字漢')),
  )
  expect(findings).toMatchObject([
    {
      page: 1,
      detail:
        '“\u{1f600}” (U+1F600), “漢” (U+6F22), and “字” (U+5B57) are not in any available font, so a hollow box or nothing will be printed.',
    },
  ])
  const { left, top, height } = findings[0]!.box!
  expect(left).toBeGreaterThan(1.5)
  expect(top).toBeCloseTo(1, 1)
  expect(height).toBeGreaterThan(0.2)
})

test('black that a style or a large letter draws is printed in black ink, and is no heavy ink', async () => {
  expect(await codesIn('8.5x11', [at('left: 1in; top: 5in; font-size: 120pt; background: #ddd', 'M')])).toEqual([])
  expect(
    await codesIn('4.25x6', front(at('left: 3in; top: 1in; width: 2in; height: 2in; background: #000', ''))),
  ).toEqual([])
})

describe('a letter', () => {
  const body = at('left: 0.7in; top: 5in', 'Dear Dana,')
  const fold = foldStripsOf('8.5x11')[0]!

  test.each<[string, string, PrintFindingCode[]]>([
    ['text on a fold', at(`left: 0.7in; top: ${fold.top - 0.08}in`, 'On the fold'), ['text_on_fold']],
    ["text below the recipient's window", at('left: 0.7in; top: 2.9in', 'June 30'), ['text_near_window']],
    ["text in the sender's window", at('left: 3in; top: 1in', 'Sender'), ['text_in_window']],
    ['text at the edge', at('right: 0.05in; top: 6in', 'At the edge'), ['text_outside_safe_zone']],
    ['text above the page', at('left: 0.7in; top: -1in', 'Above'), ['text_clipped']],
    ['text beside the page', at('left: 9in; top: 5in', 'Beside'), ['text_clipped']],
    ['text that is placed on a second page', at('left: 0.7in; top: 12in', 'On the second page'), []],
  ])('with %s has these faults and no others', async (_name, html, codes) => {
    expect(await codesIn('8.5x11', [body + html])).toEqual(codes)
  })
})
