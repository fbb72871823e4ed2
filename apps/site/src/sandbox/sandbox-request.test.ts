import { describe, expect, test } from 'vitest'
import { examples } from '../content/payloads.ts'
import { bodyOf, houseIds, sidesOf, textAt, valuesOf, withSize, withText } from './sandbox-request.ts'

const postcard = examples.postcard.payload

describe('the size', () => {
  test('changing to another postcard size keeps the templates', () => {
    expect(withSize(postcard, '6x9')).toEqual({ ...postcard, Size: '6x9' })
  })

  test('changing the kind resets the templates, and postcards go First Class', () => {
    const letter = withSize(postcard, '8.5x14')
    expect(sidesOf(letter)).toEqual([{ member: 'Template', label: 'Letter', templateId: houseIds.Template }])
    const back = withSize({ ...letter, PostalClass: 'Standard' }, '6x11')
    expect(back).toEqual({ ...postcard, Size: '6x11' })
  })
})

test('reads and writes fields at any depth, but never from the prototype', () => {
  expect(textAt(postcard, 'To', 'City')).toBe('Tulsa')
  expect(textAt({}, 'constructor', 'name')).toBe('')
  expect(withText({ To: 1 }, ['To', 'City'], 'Reno')).toEqual({ To: { City: 'Reno' } })
  expect(withText({ a: 'x', b: 'y' }, ['a'], undefined)).toEqual({ b: 'y' })
})

test.each(['constructor', '__proto__', 'toString'])('a template is never called %s', (name) => {
  expect(sidesOf({ Size: '8.5x11', Template: name })).toEqual([{ member: 'Template', label: 'Letter', templateId: '' }])
})

test('only a JSON object is a valid body', () => {
  expect(bodyOf('{"Size":"6x9"}')).toEqual({ Size: '6x9' })
  expect(bodyOf('[1]')).toMatch(/must be an object/)
  expect(bodyOf('{"Size":')).toEqual(expect.any(String))
})

test('ignores values that are not text', () => {
  expect(valuesOf({ VariablePayload: { a: '1', b: 2, c: null, d: [] } })).toEqual({ a: '1', b: '2' })
  expect(valuesOf({ VariablePayload: 'x' })).toEqual({})
})
