import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isApiCall, record } from './traffic.ts'

/**
 * Forwards everything to a local server and records the traffic of its API: from browsers, programs, and tests, but not
 * the responses that a test mocks in front of it.
 */
export async function startRecordingProxy(targetPort: number) {
  const agent = new Agent({ keepAlive: true })
  // Same as the API's own keep-alive time. Node's default of six seconds would close connections just as a test sends a
  // request.
  const server = createServer({ keepAliveTimeout: 72_000 }, (incoming, outgoing) => {
    const { method, url, headers } = incoming
    const target = { host: '127.0.0.1', port: targetPort, method, path: url, headers, agent }
    const call = request(target, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      if (said) void keep(incoming, said, answer)
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    const said = isApiCall(url) ? collect(incoming) : undefined
    incoming.pipe(call)
    call.once('error', () => outgoing.destroy())
    outgoing.once('close', () => call.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Collects the bytes received, even if the other side disconnects midway. */
function collect(message: IncomingMessage): { text: () => string; ended: Promise<unknown> } {
  const pieces: Buffer[] = []
  message.on('data', (piece: Buffer) => pieces.push(piece))
  const ended = new Promise((resolve) => message.once('close', resolve))
  return { text: () => Buffer.concat(pieces).toString(), ended }
}

async function keep(incoming: IncomingMessage, said: ReturnType<typeof collect>, answer: IncomingMessage) {
  const answered = collect(answer)
  await answered.ended
  // A truncated response does not show its format, but an event stream never ends by itself.
  if (!answer.complete && !answer.headers['content-type']?.startsWith('text/event-stream')) return
  record({ incoming, requestBody: said.text(), answer, responseBody: answered.text() })
}
