// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { pensOf, type PrintedPage, readBack, typefaces } from '../../../../test/printed.ts'
import { sampleRequest } from '../../../../test/records.ts'
import { averyLabels, parcelLabels } from './mailing-labels.ts'
import { packingSlips } from './packing-slips.ts'
import { type PdfPage, writePdf } from '../../../pdf/pdf.ts'

const inch = 72
const many = (count: number) => Array.from({ length: count }, () => sampleRequest())
const printed = async (pages: PdfPage[]) => readBack(await writePdf(pages, typefaces))
const avery = async (count: number, first?: number) => printed(averyLabels(many(count), typefaces, first).pages)
const textsOf = (pages: PrintedPage[]) => pages.flatMap(({ texts }) => texts.map(({ text }) => text))

/** Its characters are not in Latin-1, and two of them are in neither font. */
const fromEverywhere = sampleRequest({
  firstName: 'Nguyễn Łucja',
  lastName: 'Παππάς-Їжак',
  company: 'Ẹ́niọlá & 東京',
  notes: 'Привет, Ẹ́niọlá',
})

describe('a file', () => {
  test('contains the text at the right positions, in both weights', async () => {
    const text = { x: 40, y: 60, size: 10, text: String.raw`Nguyễn Łuczak (Иван) \ Γιώργος` }
    const [page] = await printed([{ width: 300, height: 200, texts: [text, { ...text, y: 80, isBold: true }] }])
    expect(page).toMatchObject({ width: 300, height: 200, texts: [text, { ...text, y: 80 }] })
    const { regular, bold } = typefaces
    expect(page?.texts.map(({ width }) => width)).toEqual([
      expect.closeTo(regular.widthOf(text.text, 10), 1),
      expect.closeTo(bold.widthOf(text.text, 10), 1),
    ])
  })

  test('an accent is placed on its letter, even in a line of another script', async () => {
    const text = { x: 40, y: 60, size: 10, text: 'Ж Ẹ́W' }
    const file = await writePdf([{ width: 300, height: 200, texts: [text] }], typefaces)
    const [, letter = 0, accent = 0, next] = await pensOf(file)
    const { regular } = typefaces
    expect(letter).toBeCloseTo(40 + regular.widthOf('Ж ', 10), 3)
    expect(next).toBeCloseTo(40 + regular.widthOf('Ж Ẹ', 10), 3)
    const { minX = 0, maxX = 0 } = regular.font.glyphForCodePoint(0x301)?.bbox ?? {}
    const middle = accent + ((minX + maxX) / 2) * (10 / regular.font.unitsPerEm)
    expect(Math.abs(middle - (letter + regular.widthOf('Ẹ', 10) / 2))).toBeLessThan(0.5)
    expect(textsOf(await readBack(file)).join('')).toBe('Ж Ẹ́W')
  })

  test('embeds only the characters it needs', async () => {
    const file = await writePdf(averyLabels(many(30), typefaces).pages, typefaces)
    expect(file.length).toBeLessThan(30_000)
    expect(typefaces.regular.file.length).toBeGreaterThan(300_000)
  })

  test('unprintable text becomes a box', async () => {
    expect(
      textsOf(await printed([{ width: 300, height: 200, texts: [{ x: 9, y: 9, size: 9, text: 'a東' }] }])),
    ).toEqual(['a□'])
  })
})

describe('Avery labels', () => {
  test('30 labels fill a sheet, and the 31st starts the next', async () => {
    expect(await avery(30)).toHaveLength(1)
    expect(await avery(31)).toHaveLength(2)
    expect(await avery(2, 30)).toHaveLength(2)
    expect(await avery(4, 27)).toHaveLength(1)
  })

  /** Position of the first line of each label, in inches from the top left corner of its page. */
  const places = (pages: PrintedPage[]) =>
    pages.flatMap(({ texts }) =>
      texts.filter(({ text }) => text === 'MARCUS EXAMPLE').map(({ x, y }) => [x / inch, y / inch]),
    )

  test('labels are placed 2.75 in apart, in rows 1 in apart', async () => {
    const pages = await avery(30)
    expect(pages).toMatchObject([{ width: 8.5 * inch, height: 11 * inch }])
    const all = places(pages)
    expect(all).toHaveLength(30)
    const [left = 0, top = 0] = all[0] ?? []
    // 3/16 in to the first label plus 0.15 in inside it, between the edges of the first row.
    expect(left).toBeCloseTo(0.1875 + 0.15, 5)
    expect(top).toBeGreaterThan(0.5 + 10 / 72)
    expect(top).toBeLessThan(1.5)
    all.forEach(([x = 0, y = 0], index) => {
      expect(x).toBeCloseTo(left + (index % 3) * 2.75, 5)
      expect(y).toBeCloseTo(top + Math.floor(index / 3), 5)
    })
  })

  test('a partly used sheet starts at its first free label', async () => {
    const whole = places(await avery(30))
    expect(places(await avery(2, 30))).toEqual([whole[29], whole[0]])
    expect(places(await avery(3, 5))).toEqual(whole.slice(4, 7))
  })

  test('names beyond Latin-1 are printed in their own letters', async () => {
    const [name, firm] = textsOf(await printed(averyLabels([fromEverywhere], typefaces).pages))
    expect(name).toBe('NGUYỄN ŁUCJA ΠΑΠΠΆΣ-ЇЖАК')
    expect(firm).toBe('Ẹ́NIỌLÁ & □□')
  })
})

const long = sampleRequest({ company: 'Long '.repeat(100).trim(), addressLine1: 'Long '.repeat(100).trim() })

test('an address that does not fit on its label is reported', () => {
  expect(averyLabels([sampleRequest(), long], typefaces).cut).toEqual([long])
  expect(parcelLabels([sampleRequest(), long], typefaces).cut).toEqual([long])
})

test('a parcel label of 4 x 6 in for each request, with the address inside its margins', async () => {
  const wide = sampleRequest({ firstName: 'Wolfgang Maximilian', lastName: 'Wwwwwwwwww' })
  const pages = await printed(parcelLabels([sampleRequest(), fromEverywhere, wide], typefaces).pages)
  expect(pages.map(({ width, height }) => [width, height])).toEqual(Array.from({ length: 3 }, () => [288, 432]))
  // The PDF reader collapses the two spaces.
  expect(textsOf(pages)).toContain('CAMBRIDGE MA 02138')
  expect(textsOf(pages)).toContain('PRINT SAMPLES: POSTCARDS AND LETTERS')
  for (const { x, width } of pages.flatMap(({ texts }) => texts)) {
    expect(x).toBeGreaterThanOrEqual(0.3 * inch - 0.01)
    expect(x + width).toBeLessThanOrEqual(3.7 * inch + 0.01)
  }
})

describe('a packing slip', () => {
  test('for each request, with contents and notes', async () => {
    const requests = [sampleRequest({ notes: 'Gate code 12' }), sampleRequest({ sampleType: 'letters' })]
    const pages = await printed(packingSlips(requests, typefaces))
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [612, 792],
      [612, 792],
    ])
    const texts = textsOf(pages)
    expect(texts).toContain('Gate code 12')
    expect(texts.filter((text) => text === 'Postcard sample pack')).toHaveLength(1)
    expect(texts.filter((text) => text === 'Letter sample pack')).toHaveLength(2)
  })

  test('names the requested template, on as many lines as needed', async () => {
    const name = `Spring ${'very '.repeat(25)}long`
    const pages = await printed(packingSlips([sampleRequest({ templateName: name })], typefaces))
    expect(textsOf(pages).join(' ')).toContain(`Requested template: ${name}`)
    for (const { x, width } of pages.flatMap(({ texts }) => texts)) expect(x + width).toBeLessThanOrEqual(612 - 54)
    expect(textsOf(await printed(packingSlips([sampleRequest()], typefaces))).join(' ')).not.toContain('Template')
  })

  test('breaks long lines, and refers to the app for the rest of long notes', async () => {
    const pages = await printed(packingSlips([{ ...long, notes: 'x\n'.repeat(100) }], typefaces))
    const [page] = pages
    for (const { width } of page?.texts ?? []) expect(width).toBeLessThanOrEqual(504)
    expect(textsOf(pages)).toContain('The rest of the notes is in the staff app.')
    expect(Math.max(...(page?.texts ?? []).map(({ y }) => y))).toBeLessThanOrEqual(792 - 54)
  })
})
