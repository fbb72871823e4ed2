import { describe, expect, test } from 'vitest'
import { optionalLine, optionalLines, required, trimmed, validEmail } from './form-values.ts'

const name = required('First name is required')
const unprintable = 'Please use only printable characters'

describe('form rules reject the same values as the API', () => {
  test.each([
    ['', 'First name is required'],
    [' \u200B\u200D ', 'First name is required'],
    ['\u3164', unprintable],
    ['Dana\u202Efdp.exe', unprintable],
    ['Dana\u0007', unprintable],
    ['Dana\nExample', unprintable],
    ["O'Brien", null],
    ['Nguyễn', null],
    ['👩‍👩‍👧 Prints', null],
    ['\u202D Dana \u202C', null],
  ])('a name: %j', { tags: ['D18'] }, (value, message) => {
    expect(name(value)).toBe(message)
  })

  test.each([
    ['dana@example.com', null],
    [' dana@bücher.example\u200B', null],
    ['', 'Email is required'],
    ['abc', 'Please enter a valid email'],
    ['a@b', 'Please enter a valid email'],
    ['a b@c.de', 'Please enter a valid email'],
    ['a@b..co', 'Please enter a valid email'],
    ['<a@b.co>', 'Please enter a valid email'],
    ['a\u200B@b.co', 'Please enter a valid email'],
  ])('an email: %j', { tags: ['D18'] }, (value, message) => {
    expect(validEmail(value)).toBe(message)
  })

  test('optional and multiline fields', { tags: ['D18'] }, () => {
    expect(optionalLine(' ')).toBeNull()
    expect(optionalLine('Acme\u202E')).toBeNull()
    expect(optionalLine('Ac\u202Eme')).toBe(unprintable)
    expect(optionalLines('Hello,\n\tplease call.')).toBeNull()
    expect(optionalLines('Hello\u001B[2J')).toBe(unprintable)
  })
})

test('a number copied from an address book is sent without its directional marks', () => {
  expect(trimmed('\u202D+1 (617) 555-0101\u202C')).toBe('+1 (617) 555-0101')
})
