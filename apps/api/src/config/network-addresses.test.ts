import { describe, expect, test } from 'vitest'
import { isInRanges, isPublicAddress } from './network.ts'

describe('isPublicAddress', () => {
  test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
    'ff02::1',
    '4000::1',
    'example.com',
    '',
  ])('%s is not public', { tags: ['E29'] }, (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('isInRanges', () => {
  test.each([
    ['127.0.0.1', ['127.0.0.1'], true],
    ['127.0.0.2', ['127.0.0.1'], false],
    ['10.9.8.7', ['192.168.0.0/16', '10.0.0.0/8'], true],
    ['fd00::5', ['fd00::/8'], true],
    ['fd00::5', ['10.0.0.0/8'], false],
    ['::ffff:10.0.0.1', ['10.0.0.0/8'], true],
  ])('%s in %j: %s', (address, ranges, is) => {
    expect(isInRanges(address, ranges)).toBe(is)
  })
})
