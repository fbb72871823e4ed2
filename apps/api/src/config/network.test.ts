import { expect, test } from 'vitest'
import { isAddressRange, networkOf } from './network.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['2001:DB8:0:7:1:2:3:4', '2001:db8:0:7::/64', '2001:db8:0::/48'],
  ['2001:db8::7', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['unknown', undefined, undefined],
  ['', undefined, undefined],
])('the networks of %j are %s and %s', (address, narrow, wide) => {
  expect(networkOf(address, { ipv4: 32, ipv6: 64 })).toBe(narrow)
  expect(networkOf(address, { ipv4: 24, ipv6: 48 })).toBe(wide)
})

test.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])('%s is a range', (range) => {
  expect(isAddressRange(range)).toBe(true)
})

test.each(['', '10', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', 'proxy.example.com'])('%j is not', (range) => {
  expect(isAddressRange(range)).toBe(false)
})
