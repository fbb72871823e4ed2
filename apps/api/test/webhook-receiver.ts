import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

/** How a receiver handles a message. lost: keeps it and responds with 500. gone: keeps it and responds with 410. */
type Mood = 'well' | 'lost' | 'gone' | 'hang' | 'redirect' | 'busy'

const statuses: Partial<Record<Mood, number>> = { lost: 500, gone: 410 }

interface ReceivedCall {
  headers: IncomingHttpHeaders
  body: string
}

/** A webhook receiver on a separate port, which keeps the messages that it accepts. */
export async function startReceiver(redirectTo = 'http://127.0.0.1/') {
  const calls: ReceivedCall[] = []
  let mood: Mood = 'well'
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (mood === 'hang') return
    if (mood === 'redirect') response.writeHead(307, { location: redirectTo }).end()
    else if (mood === 'busy') response.writeHead(429, { 'retry-after': '1' }).end()
    else {
      calls.push({ headers: request.headers, body })
      response.writeHead(statuses[mood] ?? 200).end('thanks')
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    calls,
    setMood: (next: Mood) => (mood = next),
    /** Ends calls without a response. */
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
