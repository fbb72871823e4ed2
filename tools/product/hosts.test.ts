import { expect, test } from 'vitest'
import { browserHost, probeHost } from './hosts.ts'

test.each([
  [undefined, '127.0.0.1', 'localhost'],
  ['', '127.0.0.1', 'localhost'],
  ['127.0.0.1', '127.0.0.1', 'localhost'],
  ['127.0.0.2', '127.0.0.2', 'localhost'],
  ['0.0.0.0', '127.0.0.1', 'localhost'],
  ['::', '[::1]', 'localhost'],
  ['::1', '[::1]', 'localhost'],
  ['localhost', 'localhost', 'localhost'],
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '[2001:db8::7]', '[2001:db8::7]'],
  ['printer.example.com', 'printer.example.com', 'printer.example.com'],
])('HOST=%s is probed at %s and opened at %s', { tags: ['R47'] }, (host, probed, opened) => {
  expect(probeHost(host)).toBe(probed)
  expect(browserHost(host)).toBe(opened)
  expect(URL.canParse(`http://${probed}:3000`) && URL.canParse(`http://${opened}:3000`)).toBe(true)
})
