import { beforeEach, describe, expect, test } from 'vitest'
import { faultFile, faultsOf } from './row-errors.ts'
import { keepMapping, readMapping } from './saved-mapping.ts'
import { guessColumns, missingTargets, noFixed, splitName, toRow } from './mapping.ts'
import { FileError, parsed, readLeadFile } from './read-file.ts'

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
  ])('with %s is read', async (_what, content, name) => {
    expect(await read(content)).toEqual({
      name: 'fair.csv',
      isGuessed: false,
      headings: ['Email', 'Name'],
      rows: [{ number: 2, cells: ['a@example.com', name] }],
    })
  })

  test('in Windows-1252 or UTF-16 is read with its letters', async () => {
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
    expect(parsed('A,,A\n\n1,2,3\n,,\n4,5,6\n')).toEqual({
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
    ['is no text', new Uint8Array([1, 2, 0, 4]), /^This is not a text file/],
    ['has no rows', 'Email,Name\n\n', 'The file has headings but no rows.'],
    ['begins with a person', 'a@example.com,Dana\nb@example.com,Dan', /^The first row contains an email address/],
    ['has no headings', '\nEmail', /^The first row is blank/],
    ['has an open quote', 'Email,Name\na,"b\nc,d', /^Row 2 has an unclosed quotation mark/],
    ['has cells without a heading', 'Email,Name\na,b\na,b,c', /^Row 3 has more cells/],
    ['has too many rows', `Email,Name\n${'a,b\n'.repeat(10_001)}`, /^The file has 10,001 rows/],
    ['is too large', `Email\n${'a'.repeat(5_242_880)}`, /larger than 5 MB/],
  ])('that %s is rejected with a sentence', async (_what, content, sentence) => {
    expect(await refusal(content)).toMatch(sentence)
  })
})

describe('a mapping', () => {
  test.each([
    [
      'First Name,Last Name,Email Address,Company name,Phone number',
      { firstName: 0, lastName: 1, email: 2, company: 3, phone: 4 },
    ],
    [
      'Record ID,First Name,Last Name,Email,Phone Number,Associated Company',
      { firstName: 1, lastName: 2, email: 3, phone: 4, company: 5 },
    ],
    [
      'Person - Name,Person - Email - Work,Person - Phone,Organization - Name',
      { fullName: 0, email: 1, phone: 2, company: 3 },
    ],
    [
      'Lead - Source,Person - First name,Person - Last name,Person - Email',
      { source: 0, firstName: 1, lastName: 2, email: 3 },
    ],
    [
      'firstName,lastName,email,phone,company,industry,volume,source,message',
      { firstName: 0, lastName: 1, email: 2, phone: 3, company: 4, industry: 5, volume: 6, source: 7, message: 8 },
    ],
    ['Spalte,E-Mail', { email: 1 }],
  ])('is guessed from %s', (headings, columns) => {
    expect(guessColumns(headings.split(','))).toEqual(columns)
  })

  test.each([
    ['Dana Example', 'Dana', 'Example'],
    ['Dana van der Example', 'Dana van der', 'Example'],
    ['Example, Dana Q.', 'Dana Q.', 'Example'],
    ['Dana', 'Dana', ''],
    ['', '', ''],
  ])('splits the name "%s"', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName })
  })

  test('creates rows as they are stored: trimmed, with values for labels and the fixed values', () => {
    const columns = { fullName: 0, email: 1, industry: 2, volume: 3 }
    const mapping = { columns, fixed: { source: ' Fair ', industry: 'retail', volume: '' } }
    const rowOf = (...cells: string[]) => toRow(cells, mapping)
    expect(rowOf(' Dana Example ', 'a@example.com', 'Home services', '1,000–4,999')).toEqual({
      firstName: 'Dana',
      lastName: 'Example',
      email: 'a@example.com',
      industry: 'home-services',
      volume: '1000-5000',
      source: 'Fair',
    })
    expect(rowOf('Dana', '', '', '30,000')).toEqual({
      firstName: 'Dana',
      industry: 'retail',
      volume: '25000-100000',
      source: 'Fair',
    })
    expect(rowOf('', '', 'Shipping', 'plenty')).toEqual({ industry: 'Shipping', volume: 'plenty', source: 'Fair' })
  })

  test('fills in values that every lead gets and no column has', () => {
    expect(missingTargets({ columns: {}, fixed: noFixed })).toEqual(['firstName', 'lastName', 'email'])
    expect(missingTargets({ columns: { fullName: 0, email: 1 }, fixed: { ...noFixed, source: ' ' } })).toEqual([
      'source',
    ])
  })

  test('is remembered for its headings, and stored values are validated', () => {
    const headings = ['A', 'Email']
    expect(readMapping(headings)).toEqual({ columns: { email: 1 }, fixed: noFixed })
    const mapping = { columns: { fullName: 0, email: 1 }, fixed: { ...noFixed, source: 'Fair' } }
    keepMapping(headings, mapping)
    expect(readMapping(headings)).toEqual(mapping)
    expect(readMapping(['Email'])).toEqual({ columns: { email: 0 }, fixed: noFixed })
    const name = JSON.stringify(headings)
    window.localStorage.setItem(
      'lead-import-mappings',
      JSON.stringify([7, [name, { columns: { email: 9 }, fixed: 3 }]]),
    )
    expect(readMapping(headings)).toEqual({ columns: {}, fixed: noFixed })
    window.localStorage.setItem('lead-import-mappings', '{')
    expect(readMapping(headings)).toEqual({ columns: { email: 1 }, fixed: noFixed })
  })
})

test('errors have the row and column of the file, and their CSV runs no formula', async () => {
  const file = await read('Name,Email\nDana Example,"=cmd"\n')
  const mapping = { columns: { fullName: 0, email: 1 }, fixed: { ...noFixed, volume: 'lots' } }
  const faults = faultsOf(
    [
      { row: 1, field: 'email', code: 'invalid_format' },
      { row: 1, field: 'lastName', code: 'required' },
      { row: 1, field: 'volume', code: 'value_not_allowed' },
    ],
    file,
    mapping,
  )
  expect(faults).toEqual([
    { row: 2, column: 'Email', value: '=cmd', reason: 'Is not an email address' },
    { row: 2, column: 'Name', value: 'Dana Example', reason: 'Is required' },
    { row: 2, column: 'Volume, for all rows', value: 'lots', reason: 'Is not a valid volume' },
  ])
  expect(faultFile(faults).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFRow,Column,Value,Problem',
    "2,Email,'=cmd,Is not an email address",
  ])
})
