import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { makeAuthority } from './authority.ts'
import { askOver } from './tls-request.ts'

const host = 'www.mail.localhost'

test('a certificate is good for its hosts, to those who trust its authority', async () => {
  const authority = makeAuthority()
  const pair = authority.issue([host])
  const [issued, own] = [pair.certificate, authority.certificate].map((pem) => new X509Certificate(pem))
  expect(issued?.checkIssued(own!)).toBe(true)
  expect(issued?.verify(own!.publicKey)).toBe(true)
  expect(issued?.ca).toBe(false)
  expect(own?.ca).toBe(true)

  const server = createServer({ key: pair.key, cert: pair.certificate }, (_request, response) => response.end('well'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = askOver(authority.certificate)
  expect(await ask(`https://${host}:${port}`)).toMatchObject({ status: 200, body: 'well' })
  await expect(ask(`https://staff.mail.localhost:${port}`)).rejects.toThrow(/altnames/)
  await expect(askOver(makeAuthority().certificate)(`https://${host}:${port}`)).rejects.toThrow(/certificate/)
  server.close()
})
