// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { pensOf, type PrintedPage, readBack, typefaces } from '../../../../test/printed.ts'
import { sampleRequest } from '../../../../test/records.ts'
import { type PdfPage, writePdf } from '../../../pdf/pdf.ts'
import { printable, wrapped } from '../../../pdf/typefaces.ts'
import { addressBlock, fitted, leading } from './address-block.ts'
import { averyLabels, parcelLabels } from './mailing-labels.ts'
import { packingSlips } from './packing-slips.ts'
import { unprintableOf } from './unprintable.ts'

const { regular, bold } = typefaces

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

const vietnamese = 'ĂẮẰẲẴẶÂẤẦẨẪẬĐÊẾỀỂỄỆÔỐỒỔỖỘƠỚỜỞỠỢƯỨỪỬỮỰÁÀẢÃẠÉÈẺẼẸÍÌỈĨỊÓÒỎÕỌÚÙỦŨỤÝỲỶỸỴ'

test.each([
  ['ASCII', range(0x20, 0x7e)],
  // Without the soft hyphen, which is invisible.
  ['Latin-1', range(0xa1, 0xff).filter((character) => character !== '\u00ad')],
  ['Latin Extended-A and B', range(0x100, 0x24f)],
  ['Latin Extended Additional', range(0x1e00, 0x1eff)],
  ['Vietnamese', Array.from(vietnamese + vietnamese.toLowerCase())],
  ['Greek', Array.from('ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫαβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ')],
  ['Cyrillic', range(0x400, 0x45f)],
  ['typographic punctuation and symbols', Array.from('–—‘’“”…€™№')],
])('%s is drawn unchanged in both weights', (_name, characters) => {
  // Normalized, because a keyboard or a file may have produced separate accents.
  const changed = characters.filter(
    (character) =>
      printable(character.normalize('NFD'), regular) !== character.normalize('NFC') ||
      printable(character, bold) !== character.normalize('NFC'),
  )
  expect(changed).toEqual([])
})

test.each([
  ['an accent without a composed form', 'ẹ́', 'ẹ́'],
  ['spaces of other widths', 'a\u00a0b\u2009c\td', 'a b c d'],
  ['control, bidirectional, and zero-width characters', 'a\u0007\u202eb\u200bc', 'abc'],
  ['line endings of other systems', 'a\r\nb\rc', 'a\nb\nc'],
  ['Chinese, as one box per character', '東京 Tower', '□□ Tower'],
  ['emoji, which are omitted with the space before or after them', '🎉 👩‍👩‍👧 Ann 🇺🇸 Lee1️⃣ 👍🏽', 'Ann Lee'],
  ['emoji between letters and lines', 'Ann🎉Lee\n🎉\n🎉 x', 'AnnLee\n\nx'],
  ['symbols that the font has, emoji or not', '© ® ™ №', '© ® ™ №'],
  ['a right-to-left script, even though the font has it', 'שלום', '□□□□'],
  ['scripts that need shaping', 'سلام नी', '□□□□ □'],
  ['a letter with an accent the font lacks', 'a\u20dd', '□'],
])('%s', (_name, text, drawn) => {
  expect(printable(text, regular)).toBe(drawn)
  expect(printable(drawn, regular)).toBe(drawn)
})

test('lists requests with characters that no font can draw, and each of these characters once', () => {
  const plain = sampleRequest({ firstName: 'Nguyễn', lastName: 'Иванова', company: 'a □ b' })
  const other = sampleRequest({ firstName: '東京', notes: '東 👍🏽' })
  const textOf = ({ firstName, lastName, company, notes }: typeof plain) =>
    [firstName, lastName, company, notes].join('\n')
  expect(unprintableOf([plain, other], textOf, regular)).toEqual([{ request: other, characters: ['東', '京'] }])
})

describe('an address block', () => {
  test('has capitals, the company under the name, the unit after the street, and two spaces before the ZIP', () => {
    const request = sampleRequest({ company: 'Example, Inc.', addressLine2: 'Suite 4', zip: '94107-2209' })
    expect(addressBlock(request, regular)).toEqual([
      'MARCUS EXAMPLE',
      'EXAMPLE INC',
      '12 EXAMPLE STREET STE 4',
      'CAMBRIDGE MA  94107-2209',
    ])
  })

  test.each([
    ['Zoë', 'Łuczak', 'ZOË ŁUCZAK'],
    ['Nguyễn Thị', 'Ánh', 'NGUYỄN THỊ ÁNH'],
    ['Γιώργος', 'Παππάς', 'ΓΙΏΡΓΟΣ ΠΑΠΠΆΣ'],
    ['Іван', 'Їжак', 'ІВАН ЇЖАК'],
  ])('prints %s %s in the original script', (firstName, lastName, name) => {
    expect(addressBlock(sampleRequest({ firstName, lastName }), bold)[0]).toBe(name)
  })

  describe('in its box', () => {
    const box = { typeface: regular, width: 167, height: 68, largest: 10, readable: 8 }
    const fits = (lines: string[], size: number) =>
      lines.every((line) => regular.widthOf(line, size) <= box.width) && lines.length * size * leading <= box.height

    test('short lines use the largest type, and longer ones a smaller one', () => {
      expect(fitted(['SHORT'], box)).toEqual({ lines: ['SHORT'], size: 10, isCut: false })
      const longer = ['MARCUS EXAMPLE', '12345 NORTH EXAMPLE ROAD APT 4', 'CAMBRIDGE MA  02138-1234']
      expect(fitted(longer, box)).toEqual({ lines: longer, size: 9, isCut: false })
    })

    test('a line that is still too long wraps, in the largest type that fits', () => {
      const name = 'WOLFGANG AMADEUS MAXIMILIAN EXAMPLE OF THE VERY LONG NAMES'
      const { lines, size, isCut } = fitted([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'], box)
      expect([lines.slice(0, -2).join(' '), ...lines.slice(-2)]).toEqual([name, '12 EXAMPLE ST', 'CAMBRIDGE MA  02138'])
      expect(size).toBe(10)
      expect(isCut).toBe(false)
      expect(fits(lines, size)).toBe(true)
    })

    test('text that doesn’t fit is flagged, and loses the end of the name, company, or street, but never the city', () => {
      const long = 'VERY LONG WORDS '.repeat(12).trim()
      const { lines, size, isCut } = fitted([long, long, long, 'RANCHO SANTA MARGARITA CA  92688-1234'], box)
      expect(isCut).toBe(true)
      expect(fits(lines, size)).toBe(true)
      expect(lines.slice(-2)).toEqual(['RANCHO SANTA MARGARITA CA', '92688-1234'])
      expect(lines.slice(0, 2)).toEqual([lines[0], lines[0]])
    })
  })
})

describe('text in rows', () => {
  test('breaks a word wider than the row', () => {
    const rows = wrapped('x'.repeat(100), 10, 100, regular)
    expect(rows.join('')).toBe('x'.repeat(100))
    for (const row of rows) expect(regular.widthOf(row, 10)).toBeLessThanOrEqual(100)
  })

  test('keeps an accent with its letter', () => {
    const rows = wrapped('ẹ́'.repeat(100), 10, 100, regular)
    expect(rows.join('')).toBe('ẹ́'.repeat(100))
    expect(rows.filter((row) => !row.startsWith('ẹ'))).toEqual([])
  })
})

const inch = 72
const many = (count: number) => Array.from({ length: count }, () => sampleRequest())
const printed = async (pages: PdfPage[]) => readBack(await writePdf(pages, typefaces))
const avery = async (count: number, first?: number) => printed(averyLabels(many(count), typefaces, first).pages)
const fullSheet = avery(30)
const textsOf = (pages: PrintedPage[]) => pages.flatMap(({ texts }) => texts.map(({ text }) => text))

/** Its characters are outside Latin-1, and two of them are in neither font. */
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
    expect(page?.texts.map(({ width }) => width)).toEqual([
      expect.closeTo(regular.widthOf(text.text, 10), 1),
      expect.closeTo(bold.widthOf(text.text, 10), 1),
    ])
  })

  test('places an accent on its letter, even in a line with another script', async () => {
    const text = { x: 40, y: 60, size: 10, text: 'Ж Ẹ́W' }
    const file = await writePdf([{ width: 300, height: 200, texts: [text] }], typefaces)
    const [, letter = 0, accent = 0, next] = await pensOf(file)
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
})

describe('Avery labels', () => {
  test('30 labels fill a sheet, and the 31st starts the next', async () => {
    expect(await fullSheet).toHaveLength(1)
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
    const pages = await fullSheet
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

  test('starts a partly used sheet at its first free label', async () => {
    const whole = places(await fullSheet)
    expect(places(await avery(2, 30))).toEqual([whole[29], whole[0]])
    expect(places(await avery(3, 5))).toEqual(whole.slice(4, 7))
  })

  test('prints names beyond Latin-1 in their own script', async () => {
    const [name, firm] = textsOf(await printed(averyLabels([fromEverywhere], typefaces).pages))
    expect(name).toBe('NGUYỄN ŁUCJA ΠΑΠΠΆΣ-ЇЖАК')
    expect(firm).toBe('Ẹ́NIỌLÁ & □□')
  })
})

const long = sampleRequest({ company: 'Long '.repeat(100).trim(), addressLine1: 'Long '.repeat(100).trim() })

test('reports an address that does not fit on its label', () => {
  expect(averyLabels([sampleRequest(), long], typefaces).cut).toEqual([long])
  expect(parcelLabels([sampleRequest(), long], typefaces).cut).toEqual([long])
})

test('prints one 4 x 6 in parcel label per request, with the address inside its margins', async () => {
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
  test('is printed for each request, with contents and notes', async () => {
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

  test('breaks long lines, and refers to the app for the rest of a long note', async () => {
    const pages = await printed(packingSlips([{ ...long, notes: 'x\n'.repeat(100) }], typefaces))
    const [page] = pages
    for (const { width } of page?.texts ?? []) expect(width).toBeLessThanOrEqual(504)
    expect(textsOf(pages)).toContain('See the staff app for the rest of the notes.')
    expect(Math.max(...(page?.texts ?? []).map(({ y }) => y))).toBeLessThanOrEqual(792 - 54)
  })
})
