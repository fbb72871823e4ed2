import { beforeEach, describe, expect, test } from 'vitest'
import { leadHeadings } from '@app/labels'
import { keepMapping, readMapping } from './saved-mapping.ts'
import { emptyMapping, guessColumns, type Mapping, missingTargets, splitName } from './mapping.ts'

beforeEach(() => window.localStorage.clear())

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
    [
      'First,Last,E-mail,Cell #,Practice,Vertical,Pieces / mo,Heard from,Created',
      { firstName: 0, lastName: 1, email: 2, phone: 3, company: 4, industry: 5, volume: 6, source: 7 },
    ],
    ['first_name,lname,email_address,Cell Phone,Qty/Mo.', { firstName: 0, lastName: 1, email: 2, phone: 3, volume: 4 }],
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

  test('has headings that each belong to only one field', () => {
    const all = Object.values(leadHeadings).flat()
    expect(all.filter((heading, index) => all.indexOf(heading) !== index)).toEqual([])
  })

  test('reports required fields that have neither a column nor a fixed value', () => {
    expect(missingTargets({ columns: {}, fixed: emptyMapping.fixed })).toEqual(['firstName', 'lastName', 'email'])
    expect(
      missingTargets({ columns: { fullName: 0, email: 1 }, fixed: { ...emptyMapping.fixed, source: ' ' } }),
    ).toEqual(['source'])
  })

  test('is remembered for its headings, and validated when restored', () => {
    const headings = ['A', 'Email']
    const guessed = { ...emptyMapping, columns: { email: 1 } }
    expect(readMapping(headings)).toEqual(guessed)
    const mapping: Mapping = {
      columns: { fullName: 0, email: 1 },
      fixed: { ...emptyMapping.fixed, source: 'Fair' },
      values: { industry: { dental: 'health', nothing: '' }, volume: {} },
      keepsOthers: true,
    }
    keepMapping(headings, mapping)
    expect(readMapping(headings)).toEqual(mapping)
    // A value means the same in every file.
    expect(readMapping(['Email'])).toEqual({ ...emptyMapping, columns: { email: 0 }, values: mapping.values })
    const name = JSON.stringify(headings)
    window.localStorage.setItem(
      'lead-import-mappings',
      JSON.stringify([7, [name, { columns: { email: 9 }, fixed: 3 }]]),
    )
    window.localStorage.setItem('lead-import-values', JSON.stringify({ industry: { dental: 'teeth' }, volume: 7 }))
    expect(readMapping(headings)).toEqual(emptyMapping)
    window.localStorage.setItem('lead-import-mappings', '{')
    expect(readMapping(headings)).toEqual(guessed)
  })
})

/** Applies a mapping to the rows of a file. */
