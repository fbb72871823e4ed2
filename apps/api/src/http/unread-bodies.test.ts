import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { closeGently, type UnreadLimits } from './unread-bodies.ts'

/** A server that accepts bodies of up to a thousand bytes. */
async function serve(limits: UnreadLimits) {
  const app = Fastify({ bodyLimit: 1_000 })
  closeGently(app, limits)
  app.post('/', async () => 'stored')
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  return { app, port }
}

const bytes = 16_000_000
const { app, port } = await serve({ bytes, idleMs: 60_000, totalMs: 60_000 })
const impatient = await serve({ bytes, idleMs: 1, totalMs: 60_000 })
afterAll(() => Promise.all([app.close(), impatient.app.close()]))

async function post(headers: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`)
  return socket
}

/** Waits until the operating system has accepted the bytes. */
const send = (socket: Socket, body: string) =>
  new Promise<void>((resolve, reject) => {
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })

const chunk = (length: number) => `${length.toString(16)}\r\n${'a'.repeat(length)}\r\n`

describe('a body that is rejected while it is being sent', () => {
  test.each([
    ['with its length', 'Content-Length: 12000000', 'a'.repeat(12_000_000)],
    ['in chunks', 'Transfer-Encoding: chunked', `${chunk(6_000_000)}${chunk(6_000_000)}0\r\n\r\n`],
  ])(
    '413 reaches a client that reads only after it has sent everything, %s',
    { tags: ['E17', 'R28'] },
    async (...given) => {
      const [, headers, body] = given
      const socket = await post(headers)
      await send(socket, body)
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  test('gets an immediate 413 if the client waits for the response', async () => {
    const socket = await post('Content-Length: 3000000')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('is not waited for when the client sends nothing more', async () => {
    const arrived = once(impatient.app.server, 'connection')
    // A client that keeps its side open.
    const socket = connect({ port: impatient.port, host: '127.0.0.1', allowHalfOpen: true }).resume()
    const [ours] = (await arrived) as [Socket]
    const closed = once(ours, 'close')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n')
    expect(await closed).toEqual([false])
    socket.destroy()
  })

  test('is not read indefinitely', { tags: ['E17'] }, async () => {
    const socket = await post('Transfer-Encoding: chunked')
    let sent = 0
    const endless = async () => {
      for (;;) {
        await send(socket, chunk(500_000))
        sent += 500_000
      }
    }
    socket.on('error', () => {})
    await expect(endless()).rejects.toThrow(/EPIPE|ECONNRESET|closed|destroyed|ended/)
    // Beyond the limit, only the buffers between the two sides were filled.
    expect(sent).toBeLessThan(bytes + 20_000_000)
  })
})

test('a body within the limit leaves the connection open', async () => {
  const socket = await post('Content-Length: 2')
  await send(socket, '{}')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  expect(await connections()).toBe(1)
  socket.destroy()
})

const connections = () =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
