import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { leadInput, startApp } from './harness.ts'

const { app, countRows } = await startApp()
let port = 0
beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

/** A caller that sends its first bytes and then one more each half second, for as long as it is let. */
async function dripping(first: string, drop: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 500)
  const answer = text(socket)
    .catch((error: NodeJS.ErrnoException) => error.code ?? '')
    .finally(() => clearInterval(timer))
  return { socket, answer }
}

const isLetGo = (answer: string) => answer === '' || /^(HTTP\/1\.1 408|ECONNRESET|EPIPE)/.test(answer)

describe.concurrent('a caller that takes its time', () => {
  test('over its headers is let go', { timeout: 40_000 }, async () => {
    const { answer } = await dripping('GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n')
    expect(isLetGo(await answer)).toBe(true)
  })

  test('over its body is let go, and nothing is stored', { timeout: 60_000 }, async () => {
    const body = JSON.stringify(leadInput())
    const head = `POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 500}\r\n\r\n`
    const { answer } = await dripping(head + body.slice(0, 10), 'a')
    expect(isLetGo(await answer)).toBe(true)
    expect(await countRows('lead')).toBe(0)
  })

  test(
    'keeps nobody else waiting: 300 of them, and another is served',
    { tags: ['R27'], timeout: 60_000 },
    async () => {
      const callers = await Promise.all(
        Array.from({ length: 300 }, () => dripping('GET /healthz HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n')),
      )
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) })
      expect(answer.status).toBe(200)
      for (const { socket } of callers) socket.destroy()
    },
  )
})
