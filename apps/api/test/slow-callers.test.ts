import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { leadInput, startApp } from './harness.ts'

const { app, countRows } = await startApp()
const { headersTimeout, requestTimeout } = app.server
let port = 0
beforeAll(async () => {
  // Shorter values of the same limits.
  Object.assign(app.server, { headersTimeout: 3_000, requestTimeout: 4_000 })
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

/** A client that sends one more byte every half second until the server closes the connection. */
async function dripping(first: string, drop: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 500)
  // The response is collected as it arrives, because a write to a closed connection would replace it with an error.
  let answer = ''
  socket.setEncoding('utf8').on('data', (part) => (answer += part))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
  return { socket, answer: closed }
}

test('headers must arrive within 10 seconds, and the whole request within 30', () => {
  expect([headersTimeout, requestTimeout]).toEqual([10_000, 30_000])
})

const timeout = /^HTTP\/1\.1 408 /

describe.concurrent('a slow client', () => {
  test('gets 408 for slow headers', async () => {
    const { answer } = await dripping('GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n')
    expect(await answer).toMatch(timeout)
  })

  test('gets 408 for a slow body, and nothing is stored', async () => {
    const body = JSON.stringify(leadInput())
    const head = `POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 500}\r\n\r\n`
    const { answer } = await dripping(head + body.slice(0, 10), 'a')
    expect(await answer).toMatch(timeout)
    expect(await countRows('lead')).toBe(0)
  })

  test('does not delay others: another client is served despite 300 of them', { tags: ['R27'] }, async () => {
    const callers = await Promise.all(
      Array.from({ length: 300 }, () => dripping('GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n')),
    )
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) })
    expect(answer.status).toBe(200)
    for (const { socket } of callers) socket.destroy()
  })
})
