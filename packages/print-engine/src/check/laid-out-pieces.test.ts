import { recipients } from '@app/mail-piece/samples'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { browser } from '../../test/layout-browser.ts'
import { overlay, proofOf } from '../../test/pieces.ts'
import { compileTemplate } from '../compile/compile-template.ts'
import type { PrintFinding, PrintFindingCode } from '../findings.ts'
import { printFonts } from '../fonts/print-fonts.ts'
import { foldStripsOf, isPostcard, type PieceSize, sheetOf } from '../geometry/piece.ts'
import { type Box, boxOf, overlap } from '../geometry/units.ts'
import { houseTemplates } from '../house/house-templates.ts'

// Tests each class of findings once from HTML to the print file. planted-faults.test.ts tests their limits.

const jpeg = async (width: number, height: number, background: string) => ({
  mediaType: 'image/jpeg',
  bytes: await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
const photos = new Map([
  ['sharp', await jpeg(1300, 950, '#88aacc')],
  ['dark', await jpeg(1300, 950, '#020202')],
  ['small', await jpeg(200, 150, '#88aacc')],
])

function laidOut(html: string, size: PieceSize, values: Record<string, string>) {
  const sheet = sheetOf(size)
  const { lint, render, usesViewport } = compileTemplate(html, { sheet, flows: !isPostcard(size) })
  expect(lint).toEqual([])
  return browser.layOut({ html: render(values, (id) => photos.get(id)).html, usesViewport, owner: 'customer' }, sheet)
}

async function findingsIn(size: PieceSize, templates: readonly string[], values: Record<string, string> = {}) {
  const art = []
  for (const html of templates) art.push(await laidOut(html, size, values))
  const own = isPostcard(size) ? overlay : { ...overlay, indicia: [] }
  const fontNames = printFonts.map(({ localName }) => localName)
  const { findings } = await proofOf({ size, art, overlay: own, fontNames })
  return findings
}

const onPage = (findings: readonly PrintFinding[], page: number) =>
  findings.filter((finding) => finding.page === page).map(({ code }) => code)

const at = (style: string, content: string) => `<div style="position: absolute; ${style}">${content}</div>`
const qrCode = (style: string) => `<qr-code value="https://garden.example/dana" style="${style}"></qr-code>`
const good = at('left: 0.4in; top: 2.2in', 'Your plan is ready.')

/** A place on the front of a 6x11 postcard, five per row. */
const placeOf = (place: number): Box => boxOf(0.3 + (place % 5) * 2.15, 0.35 + Math.floor(place / 5) * 1.15, 2, 1.1)

/** Parts of a front, each in a separate place. */
const apart = (parts: readonly string[]) =>
  parts
    .map((part, place) => {
      const { left, top, width, height } = placeOf(place)
      return at(`left: ${left}in; top: ${top}in; width: ${width}in; height: ${height}in`, part)
    })
    .join('')

test.each(['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14'] as const)(
  'built-in templates have no findings on %s',
  async (size) => {
    const { tmpl_spring_front: front, tmpl_spring_back: back, tmpl_planting_letter: letter } = houseTemplates
    const templates = isPostcard(size) ? [front.html, back.html] : [letter.html]
    expect(await findingsIn(size, templates, recipients.dana.fields)).toEqual([])
  },
)

test('a postcard without findings: gradient, shadow, photos, codes, white and transparent text, and black', async () => {
  const parts = [
    at('inset: 0; background: linear-gradient(45deg, #cde, #135)', 'On a gradient'),
    at('width: 1in; height: 0.5in; box-shadow: 0 0.1in 0.2in #888', ''),
    at('inset: 0; background: url(asset:sharp) center/cover', 'On a sharp photo'),
    at('left: 0.5in; top: 0.1in', '<img src="asset:sharp" style="width: 1in; transform: rotate(10deg)">'),
    qrCode('width: 1in'),
    at('font-size: 8pt; color: #fff; text-shadow: 0 0 1pt #000, 0 0 1pt #000', 'White on paper'),
    '<svg><linearGradient id="g"><stop stop-color="#a00"/></linearGradient><text y="20" font-size="10" fill="url(#g)">In a gradient</text></svg>',
    at('color: transparent', 'Room'),
    at('width: 1in; height: 1in; background: #000', ''),
  ]
  expect(await findingsIn('6x11', [good + apart(parts), good])).toEqual([])
})

describe('a postcard with faults', () => {
  const faults: [name: string, html: string, code: PrintFindingCode][] = [
    ['a small image', '<img src="asset:small" style="width: 1.45in">', 'image_resolution_too_low'],
    ['a nearly sharp image', '<img src="asset:small" style="width: 0.8in">', 'image_resolution_low'],
    ['a small background', at('inset: 0; background: url(asset:small) center/cover', ''), 'image_resolution_too_low'],
    [
      'a small background that repeats',
      at('inset: 0; background: url(asset:small) 0 0/1.6in 1in', ''),
      'image_resolution_too_low',
    ],
    [
      'an SVG pattern',
      '<svg width="99" height="50"><pattern id="p" width="1" height="1"><rect width="9" height="9"/></pattern><rect width="99" height="50" fill="url(#p)"/></svg>',
      'image_resolution_too_low',
    ],
    ['a dark photo', '<img src="asset:dark" style="width: 1.4in">', 'ink_coverage_high'],
    ['cut text', at('width: 1in; height: 0.2in; overflow: hidden', 'A text that is too long'), 'text_clipped'],
    ['characters of no font', at('font-size: 20pt', 'Hi \u{1f600}漢字漢'), 'text_character_missing'],
    ['letters that only the machine has', 'Привет, мир', 'text_font_substituted'],
    ['an italic', at('font: italic 700 20pt Bricolage Grotesque', 'Sale'), 'font_style_imitated'],
    ['a bold italic', at('font: italic 700 20pt Instrument Sans', 'Sale'), 'font_style_imitated'],
    ['light gray text', at('font-size: 9pt; color: #aaa', 'Terms apply'), 'text_too_light'],
    ['nearly transparent text', at('font-size: 12pt; opacity: 0.2', 'Terms apply'), 'text_too_light'],
    ['white text on paper', at('color: #fff', 'Terms apply'), 'text_invisible'],
    [
      'small light text',
      at('font-size: 5pt; color: #fff; background: #000; padding: 0.1in', 'Terms apply'),
      'text_too_small',
    ],
    ['a thin border', at('width: 1in; border-top: 0.1pt solid #000', ''), 'line_too_thin'],
    ['a thin line', '<svg><path d="M0 5L100 9" stroke="#000" stroke-width="0.1"/></svg>', 'line_too_thin'],
    ['a small QR code', qrCode('width: 0.5in'), 'qr_module_too_small'],
  ]

  test('has a finding for each in its place, and no others', async () => {
    const beside = '<div style="position: fixed; left: 12in; top: 1in; white-space: nowrap">Beside the page</div>'
    const findings = await findingsIn('6x11', [apart(faults.map(([, html]) => html)) + beside, good])
    const found = faults.map(([name], place) => [
      name,
      ...findings.filter(({ box }) => box && overlap(box, placeOf(place))).map(({ code }) => code),
    ])
    expect(found).toEqual(faults.map(([name, , code]) => [name, code]))
    const elsewhere = findings.filter(({ box }) => !box || !faults.some((_, place) => overlap(box, placeOf(place))))
    expect(elsewhere.map(({ code }) => code)).toEqual(['text_clipped'])
    const missing = findings.find(({ code }) => code === 'text_character_missing')
    expect(missing?.detail).toBe(
      '“\u{1f600}” (U+1F600), “漢” (U+6F22), and “字” (U+5B57) are not in any available font, so a hollow box or nothing will be printed.',
    )
    const { left, top } = placeOf(7)
    expect(missing?.box?.left, 'after the letters').toBeGreaterThan(left + 0.25)
    expect(missing?.box?.top).toBeCloseTo(top, 1)
    expect(missing?.box?.height).toBeGreaterThan(0.2)
  })

  test.each<[string, string[], PrintFindingCode[], PrintFindingCode[]]>([
    [
      'art that ends at the trim, and white text in the ink-free zone',
      [
        good + at('inset: 0.125in; z-index: -1; background: #cde', ''),
        good + at('right: 1in; bottom: 1in; color: #fff', 'Hidden'),
      ],
      Array.from({ length: 4 }, () => 'bleed_incomplete' as const),
      ['ink_free_zone_not_empty'],
    ],
    [
      'a QR code that is cut off, and a photo in the ink-free zone',
      [
        good +
          at('inset: 0; z-index: -1; background: #cde', '') +
          qrCode('position: absolute; left: 0.2in; top: 3in; width: 0.9in'),
        good + '<img src="asset:sharp" style="position: absolute; right: 0; bottom: 0; width: 1in">',
      ],
      ['qr_outside_safe_zone'],
      ['ink_free_zone_not_empty'],
    ],
    [
      'a dark gradient, and a QR code beside the address',
      [
        at('inset: 0; z-index: -1; background: linear-gradient(#000, #020202)', ''),
        good + qrCode('position: absolute; right: 0.3in; bottom: 0.4in; width: 0.9in'),
      ],
      ['ink_coverage_high'],
      ['ink_free_zone_not_empty'],
    ],
    [
      'an empty front, and a character of no font that a style adds',
      ['<p></p>', `<style>p::after { content: '漢' }</style>${at('left: 0.4in; top: 2.2in', '<p>Hello</p>')}`],
      ['page_blank'],
      ['text_character_missing'],
    ],
  ])('%s', async (_name, templates, front, back) => {
    const findings = await findingsIn('4.25x6', templates)
    expect([onPage(findings, 1), onPage(findings, 2)]).toEqual([front, back])
  })
})

test('a letter has findings on folds, in windows, and beside the page, but not on a second page or for large black letters', async () => {
  const [fold] = foldStripsOf('8.5x11')
  const findings = await findingsIn('8.5x11', [
    [
      at('left: 0.7in; top: 5in', 'Dear Dana,'),
      at(`left: 0.7in; top: ${fold!.top - 0.08}in`, 'On a fold'),
      at('left: 0.7in; top: 2.9in', 'Below the window'),
      at('left: 3in; top: 1in', 'In the window'),
      at('right: 0.05in; top: 6in', 'At the edge'),
      at('left: 0.7in; top: -1in', 'Above the page'),
      at('left: 0.7in; top: 12in', 'On the second page'),
      at('left: 1in; top: 8in; font-size: 120pt; background: #ddd', 'M'),
    ].join(''),
  ])
  expect(findings.map(({ code, detail }) => [code, /“(.+)”/.exec(detail)?.[1]])).toEqual([
    ['text_outside_safe_zone', 'At the edge'],
    ['text_on_fold', 'On a fold'],
    ['text_in_window', 'In the window'],
    ['text_near_window', 'Below the window'],
    ['text_clipped', 'Above the page'],
  ])
  const beside = at('left: 9in; top: 5in; white-space: nowrap', 'Beside the page')
  expect(await findingsIn('8.5x11', [beside])).toMatchObject([{ code: 'text_clipped' }, { code: 'page_blank' }])
})
