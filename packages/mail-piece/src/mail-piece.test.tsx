import { brand } from '@app/brand'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  addressLines,
  gardenCampaign,
  Letter,
  printDpi,
  bleedInches,
  PostcardBack,
  PostcardFront,
  postcardFormats,
  recipients,
  resolveMergeFields,
} from './index.ts'

const from = { name: 'Sender', street: '1 Example Row, Suite 400', city: 'Dayton', state: 'OH', zip: '45402' }

/** The text of a piece without its elements. */
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

describe('formats', () => {
  test.each([
    ['4.25x6', 1800, 1275, 1875, 1350],
    ['6x9', 2700, 1800, 2775, 1875],
    ['6x11', 3300, 1800, 3375, 1875],
  ] as const)('%s is %i x %i px at 300 dpi, %i x %i with bleed', (size, width, height, bleedWidth, bleedHeight) => {
    const { trim } = postcardFormats[size]
    const pixels = (bleed: number) => [trim.width, trim.height].map((side) => (side + 2 * bleed) * printDpi)
    expect(pixels(0)).toEqual([width, height])
    expect(pixels(bleedInches)).toEqual([bleedWidth, bleedHeight])
  })
})

describe('addressLines', () => {
  test('has capitals, the unit on the delivery line, and two spaces before the ZIP Code', () => {
    expect(addressLines(recipients.dana.to)).toEqual([
      'DANA SAMPLE',
      '1418 CEDAR LN APT 2',
      'TULSA OK\u00a0\u00a074104-0199',
    ])
    expect(addressLines(from)[1]).toBe('1 EXAMPLE ROW STE 400')
  })

  test.each([
    ['5 Main St.', '#4', '5 MAIN ST # 4'],
    ['5 Main St., Apt. #4', '', '5 MAIN ST APT 4'],
    ['5 Main St', 'Apartment 4B, Building # 7', '5 MAIN ST APT 4B BLDG 7'],
    ['5 Main St', 'Unit #c', '5 MAIN ST UNIT C'],
    ['1 Space Park, Floor Plaza', 'floor 3', '1 SPACE PARK FLOOR PLAZA FL 3'],
    ['39.2 Rd. "B" (rear)', '', '39.2 RD B REAR'],
    ['1..5 Main St', '', '1 5 MAIN ST'],
    ['P. O. Box #12', '', 'PO BOX 12'],
    ['Post Office Box 12', '', 'PO BOX 12'],
    ['Rural Route 2, Box 18', '', 'RR 2 BOX 18'],
    ['Highway Contract Route 68 Box 23A', '', 'HC 68 BOX 23A'],
    ['4 Rural Route Museum Rd', 'Hangar 5', '4 RURAL ROUTE MUSEUM RD HNGR 5'],
    ["C/O 1 O'Example Way-West", '', "C/O 1 O'EXAMPLE WAY-WEST"],
  ])('writes %s %s as %s', (street, unit, line) => {
    const rest = { name: 'Dana Sample', city: 'Tulsa', state: 'OK', zip: '74104' }
    expect(addressLines({ ...rest, street, unit })[1]).toBe(line)
  })
})

test.each([
  ['c/o Lee Sample', ['C/O LEE SAMPLE', '5 MAIN ST']],
  ['Urbanización Las Gladiolas', ['URB LAS GLADIOLAS', '5 MAIN ST']],
  ['P.O. Box 12', ['5 MAIN ST', 'PO BOX 12']],
])('the second line %s is apart from the street', (unit, lines) => {
  const address = { name: 'Dana Sample', street: '5 Main St', unit, city: 'Tulsa', state: 'OK', zip: '74104' }
  expect(addressLines(address).slice(1, -1)).toEqual(lines)
})

test.each(['Tulsa, OK', 'Tulsa ok', 'TULSA'])('the city "%s" has its state once', (city) => {
  const address = { name: 'Dana Sample', street: '5 Main St', city, state: 'OK', zip: '74104' }
  expect(addressLines(address)[2]).toBe('TULSA OK\u00a0\u00a074104')
})

describe('resolveMergeFields', () => {
  test('fills in and marks values, and leaves an unknown field as written', () => {
    expect(resolveMergeFields('Hi {{first_name}}, {{nope}}!', { first_name: 'Dana' })).toEqual([
      { text: 'Hi ' },
      { text: 'Dana', field: 'first_name' },
      { text: ', ' },
      { text: '{{nope}}' },
      { text: '!' },
    ])
  })

  test('prints the fallback of a missing value, and leaves other expressions as written', () => {
    expect(resolveMergeFields('{{ city ?? "your town" }} {{#if vip}}{{vip}}{{/if}}', { vip: 'A' })).toEqual([
      { text: 'your town', field: 'city' },
      { text: ' {{#if vip}}' },
      { text: 'A', field: 'vip' },
      { text: '{{/if}}' },
    ])
  })

  test.each(['__proto__', 'constructor', 'toString'])('treats %s as an ordinary name', (name) => {
    expect(resolveMergeFields(`{{${name}}}`, {})).toEqual([{ text: `{{${name}}}` }])
    expect(resolveMergeFields(`{{${name}}}`, Object.fromEntries([[name, 'Dana']]))).toEqual([
      { text: 'Dana', field: name },
    ])
  })
})

describe('the pieces', () => {
  test('the front greets its recipient', () => {
    const front = <PostcardFront size="4.25x6" recipient={recipients.marcus} />
    expect(textOf(renderToStaticMarkup(front))).toContain('Reno is turning green, Marcus.')
  })

  test.each([
    ['garden', undefined],
    ['road', undefined],
    ['chair', 'dark'],
    ['flats', 'dark'],
  ] as const)('the type on the sky of a %s can be read', (art, sky) => {
    const front = <PostcardFront size="6x9" design={{ ...gardenCampaign, art }} recipient={recipients.dana} />
    expect(/data-sky="(\w+)"/.exec(renderToStaticMarkup(front))?.[1]).toBe(sky)
  })

  test('the back has postage, address, barcode, and a QR code', () => {
    const back = renderToStaticMarkup(<PostcardBack size="6x9" recipient={recipients.dana} />)
    const { city, state } = brand.postage.permit
    for (const text of ['U.S. Postage Paid', `${city} ${state}`, 'DANA SAMPLE']) expect(textOf(back)).toContain(text)
    expect(back).toMatch(/aria-label="Intelligent Mail barcode"[^>]*>.*?<path/)
    expect(back).toContain('aria-label="QR code to garden.example/dana-tulsa"')
  })

  test('markup in a merge field is shown as text', () => {
    const recipient = { ...recipients.dana, fields: { ...recipients.dana.fields, first_name: '<img src=x>' } }
    const letter = renderToStaticMarkup(<Letter size="8.5x11" recipient={recipient} />)
    expect(letter).toContain('&lt;img src=x&gt;')
    expect(letter).not.toContain('<img src=x')
  })
})
