import { beforeEach, describe, expect, test } from 'vitest'
import { readCell } from './cell-values.ts'
import { fileOfFaults, foundFaults, lostValues, ownFaults } from './row-errors.ts'
import { emptyMapping, type Mapping } from './mapping.ts'
import { FileError, parsed } from '../../../files/read-table.ts'
import { tableText } from '../../../files/table-text.ts'
import { readLeadFile, refuseHeadings } from './read-lead-file.ts'
import { readRows, suggested, unknownValues } from './read-rows.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'fair.csv') => new File([content], name)
const read = (content: string | Uint8Array<ArrayBuffer>) => readLeadFile(fileOf(content))
const refusal = async (content: string | Uint8Array<ArrayBuffer>) =>
  read(content).then(
    () => undefined,
    (error: unknown) => (error instanceof FileError ? error.message : error),
  )

beforeEach(() => window.localStorage.clear())

describe('a file', () => {
  test.each([
    ['commas', 'Email,Name\r\na@example.com,"Dana, Example"\r\n', 'Dana, Example'],
    ['semicolons', 'Email;Name\na@example.com;Dana, Example\n', 'Dana, Example'],
    ['tabs', 'Email\tName\na@example.com\tDana, Example', 'Dana, Example'],
    ['a byte order mark', '\uFEFFEmail,Name\na@example.com,Dana', 'Dana'],
    ['line breaks in quotes', 'Email,Name\r\na@example.com,"Dana\r\nExample ""D"""\r\n', 'Dana\r\nExample "D"'],
    ['formulas, which stay text', 'Email,Name\na@example.com,"=1+1"', '=1+1'],
    ['blank rows above the headings', ',\nEmail,Name\na@example.com,Dana', 'Dana', 3],
    ['an empty line above the headings', '\n \nEmail;Name\na@example.com;Dana, Example', 'Dana, Example', 4],
    ['a line that names the separator', 'sep=;\r\nEmail;Name\r\na@example.com;Dana, Example', 'Dana, Example'],
    ['a line that names a rare separator', 'SEP=|\nEmail|Name\na@example.com|a,b;c', 'a,b;c'],
  ])('with %s is read', async (_what, content, name, number = 2) => {
    expect(await read(content)).toEqual({
      name: 'fair.csv',
      isGuessed: false,
      headings: ['Email', 'Name'],
      rows: [{ number, cells: ['a@example.com', name] }],
    })
  })

  test('in Windows-1252 or UTF-16 is decoded correctly', async () => {
    const latin = Uint8Array.from('Name\nZo\u00EB \u0080', (letter) => letter.codePointAt(0) ?? 0)
    expect(await read(latin)).toMatchObject({ isGuessed: true, rows: [{ cells: ['Zo\u00EB \u20AC'] }] })
    const wide = new Uint8Array([
      0xff,
      0xfe,
      ...Array.from('Name\nZo\u00EB', (letter) => [letter.codePointAt(0) ?? 0, 0]).flat(),
    ])
    expect(await read(wide)).toMatchObject({ isGuessed: false, rows: [{ cells: ['Zo\u00EB'] }] })
  })

  test('keeps the spreadsheet’s row numbers despite blank rows, and names every column', () => {
    expect(parsed('A,A (column 3),A\n1,2,3\n', refuseHeadings).headings).toEqual([
      'A',
      'A (column 3)',
      'A (column 3) (column 3)',
    ])
    expect(parsed('A,,A\n\n1,2,3\n,,\n4,5,6\n', refuseHeadings)).toEqual({
      headings: ['A', 'Column 2', 'A (column 3)'],
      rows: [
        { number: 3, cells: ['1', '2', '3'] },
        { number: 5, cells: ['4', '5', '6'] },
      ],
    })
  })

  test.each([
    ['is empty', '', 'The file is empty.'],
    ['is a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0]), /^This is a workbook/],
    ['is not text', new Uint8Array([1, 2, 0, 4]), /^This is not a text file/],
    ['has no rows', 'Email,Name\n\n', 'The file has headings but no rows.'],
    ['begins with a person', 'a@example.com,Dana\nb@example.com,Dan', /^The first row contains an email address/],
    ['is blank', '\n,\n', 'The file is blank.'],
    ['has too many columns', `Email${','.repeat(200_000)}\na`, 'The file has 200,001 columns. Import at most 500.'],
    ['has an open quote', 'Email,Name\na,"b\nc,d', /^Row 2 has an unclosed quotation mark/],
    ['has too many rows', `Email,Name\n${'a,b\n'.repeat(10_001)}`, /^The file has 10,001 rows/],
    ['is too large', `Email\n${'a'.repeat(5_242_880)}`, /larger than 5 MB/],
  ])('that %s is rejected with a message', async (_what, content, sentence) => {
    expect(await refusal(content)).toMatch(sentence)
  })

  test('is read even if some rows have errors', () => {
    expect(parsed('Email,Name\na,b\na,b,c\na,"b" "c"\na,b,\n', refuseHeadings).rows).toEqual([
      { number: 2, cells: ['a', 'b'] },
      { number: 3, cells: ['a', 'b', 'c'], problem: expect.stringMatching(/^Has more cells/) },
      { number: 4, cells: expect.anything(), problem: 'Has text after a closing quotation mark' },
      { number: 5, cells: ['a', 'b', ''] },
    ])
  })
})

async function readBy(content: string, changes: Partial<Mapping>) {
  const file = await read(content)
  const mapping = { ...emptyMapping, fixed: { ...emptyMapping.fixed, source: '' }, ...changes }
  return { file, mapping, rows: readRows(file, mapping), context: { file, mapping } }
}

describe('a row', () => {
  test('is read as it is stored: trimmed, with labels mapped to values, and with the fixed values', async () => {
    const { rows } = await readBy(
      'A,B,C,D\n Dana Example ,a@example.com,Home services,"1,000–4,999"\nDana,,,"30,000"\n\'=Dana,,N/A,tbd\n',
      {
        columns: { fullName: 0, email: 1, industry: 2, volume: 3 },
        fixed: { source: ' Fair ', industry: 'retail', volume: '' },
      },
    )
    expect(rows.map(({ row }) => row)).toEqual([
      {
        firstName: 'Dana',
        lastName: 'Example',
        email: 'a@example.com',
        industry: 'home-services',
        volume: '1000-5000',
        source: 'Fair',
      },
      { firstName: 'Dana', industry: 'retail', volume: '25000-100000', source: 'Fair' },
      { firstName: '=Dana', source: 'Fair' },
    ])
  })

  test('adds columns without a field to its message on request', async () => {
    const content = 'Name,Created,Note,Size\nDana,3/4/2026,Hi,\nOmar,3/5/2026,,L\n'
    const columns = { fullName: 0, message: 2 }
    const messages = async (keepsOthers: boolean) =>
      (await readBy(content, { columns, keepsOthers })).rows.map(({ row }) => row.message)
    expect(await messages(false)).toEqual(['Hi', undefined])
    expect(await messages(true)).toEqual(['Hi\n\nCreated: 3/4/2026', 'Created: 3/5/2026\nSize: L'])
  })

  test('collects unknown values until staff map them', async () => {
    const { file, mapping, rows } = await readBy('I,V\nDental,lots\n dental ,25000+\nIncense,lots\n', {
      columns: { industry: 0, volume: 1 },
    })
    expect(rows.map(({ unknown }) => unknown.map(({ text }) => text))).toEqual([
      ['Dental', 'lots'],
      ['dental'],
      ['Incense', 'lots'],
    ])
    expect(unknownValues(file, mapping)).toEqual({
      industry: [
        { text: 'Dental', rows: 2 },
        { text: 'Incense', rows: 1 },
      ],
      volume: [{ text: 'lots', rows: 2 }],
    })
    const helped = suggested(file, mapping)
    expect(helped.values).toEqual({ industry: { dental: 'health' }, volume: {} })
    const decided = {
      ...helped,
      values: { industry: { ...helped.values.industry, incense: '' }, volume: { lots: 'over-100000' } },
    }
    expect(readRows(file, decided).map(({ row, unknown }) => [row.industry, row.volume, unknown.length])).toEqual([
      ['health', 'over-100000', 0],
      ['health', '25000-100000', 0],
      [undefined, 'over-100000', 0],
    ])
    expect(suggested(file, decided).values).toEqual(decided.values)
  })
})

test.each([
  ['25000+', '25000-100000'],
  ['30,000', '25000-100000'],
  ['10k-20k', '5000-25000'],
  ['about 2,500 pcs / mo', '1000-5000'],
  ['< 5000', '1000-5000'],
  ['0.5M', 'over-100000'],
  ['25\u00A0000', '25000-100000'],
  ['25\u202F000\u00A0pcs', '25000-100000'],
  ['25 000', '25000-100000'],
  ['80-150k', 'over-100000'],
  ['5-9k', '5000-25000'],
  ['500-1k', 'under-1000'],
  ['up to 1,000', 'under-1000'],
  ['10k-20', undefined],
  ['100,000 or so', undefined],
  ['5-10-15', undefined],
  ['plenty', undefined],
])('the volume "%s" is read as %s', (text, value) => {
  const read = readCell('volume', text, emptyMapping.values)
  expect(read).toEqual(value === undefined ? { unknown: text } : { value })
})

test.each(['9.18555E+09', '9,18555E+9', '1.9e10'])('drops the phone number %s, but keeps its row', async (phone) => {
  const { rows, context } = await readBy(`Name;Phone\nDana;${phone}\n`, { columns: { fullName: 0, phone: 1 } })
  expect(rows[0]?.row).toEqual({ firstName: 'Dana' })
  expect(rows.flatMap((row) => lostValues(row, context))).toMatchObject([
    { column: 'Phone', value: phone, reason: 'A spreadsheet rounded this number' },
  ])
})

test('errors give the row and column of the file, and are exported as a file to fix, without formulas that run', async () => {
  const content =
    'Name,Email,Trade,Size\nDana Example,"=cmd",Dental,L\nOmar,b@example.com,,,x\nNia Example,n@example.com,,\n'
  const { rows, context } = await readBy(content, {
    columns: { fullName: 0, email: 1, industry: 2 },
    fixed: { ...emptyMapping.fixed, volume: 'lots' },
  })
  const [first] = rows
  if (!first) throw new Error('The file has no rows')
  const faults = [
    ...rows.flatMap((row) => ownFaults(row, context)),
    ...foundFaults(
      [
        { row: 1, field: 'email', code: 'invalid_format' },
        { row: 1, field: 'lastName', code: 'required' },
        { row: 1, field: 'volume', code: 'value_not_allowed' },
      ],
      [first],
      context,
    ),
  ]
  const industries =
    'Must be one of: Automotive, Health & Wellness, Home Services, Mortgage & Banking, Retail & eCommerce, Other'
  expect(faults.map(({ source, ...fault }) => ({ row: source.number, ...fault }))).toEqual([
    { row: 2, column: 'Trade', value: 'Dental', reason: industries },
    { row: 3, column: '', value: '', reason: expect.stringMatching(/^Has more cells/) },
    { row: 2, column: 'Email', value: '=cmd', reason: 'Is not an email address' },
    { row: 2, column: 'Name', value: 'Dana Example', reason: 'Is required' },
    {
      row: 2,
      column: 'Volume, for all rows',
      value: 'lots',
      reason: expect.stringMatching(/^Must be one of: Under 1,000/),
    },
  ])
  const again = fileOfFaults(faults, context.file)
  expect(again).toContain("Dana Example,'=cmd,Dental,L,")
  expect(again.split('\r\n')[1]).toMatch(
    /"Trade: Must be one of: .*; Email: Is not an email address; Name: Is required; Volume, for all rows: .*"$/,
  )
  // The fixed file has the original headings, for which the mapping is remembered.
  expect(parsed(again.slice(1), refuseHeadings)).toMatchObject({
    headings: ['Name', 'Email', 'Trade', 'Size'],
    rows: [{ cells: ['Dana Example', "'=cmd", 'Dental', 'L'] }, { cells: ['Omar', 'b@example.com', '', '', 'x'] }],
  })
})

test('a file to fix runs no formula, and is read back as the original text', async () => {
  const cell = '\u200B=1+1'
  const again = parsed(
    tableText([
      ['Name', 'Email'],
      [cell, 'a@example.com'],
    ]).slice(1),
    refuseHeadings,
  )
  expect(again.rows[0]?.cells[0]).toBe(`'${cell}`)
  const { rows } = await readBy(tableText([['Name'], [cell]]), { columns: { firstName: 0 } })
  expect(rows[0]?.row.firstName).toBe(cell.trim())
})
