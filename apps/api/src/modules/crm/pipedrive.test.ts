import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { pipedrive } from './pipedrive.ts'

let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 }
const server = createServer((_request, response) => response.writeHead(answer.status, answer.headers).end(answer.body))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- An address is a string only for a pipe.
const crm = pipedrive({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'token' })

describe('a pause that the CRM requests', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    // Our own clock may be off by years.
    [
      "a date of the CRM's clock",
      { 'retry-after': 'Wed, 01 Jan 2020 00:00:09 GMT', date: 'Wed, 01 Jan 2020 00:00:00 GMT' },
      9_000,
    ],
    ['more than an hour', { 'retry-after': '7200' }, 3_600_000],
    ['a date that has passed', { 'retry-after': 'Wed, 01 Jan 2020 00:00:00 GMT' }, 2_000],
    ['an unknown format', { 'retry-after': 'soon' }, 2_000],
  ])('in %s', { tags: ['R42'] }, async (_what, headers, cooldownMs) => {
    answer = { status: 429, headers }
    await expect(crm.checkCredentials()).rejects.toMatchObject({ fault: 'passing', cooldownMs })
  })
})

test('a failed deletion throws, although the CRM responds with 200', { tags: ['R17'] }, async () => {
  answer = { status: 200, body: '{"success":false,"error":"Internal"}' }
  await expect(crm.delete('person', 1)).rejects.toMatchObject({ fault: 'passing' })
  answer = { status: 410 }
  await crm.delete('person', 1)
})
