import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems assign ports from 32768 up to outgoing connections and to servers that request any port. Another process
 * could take such a port between this check and the start of its new owner.
 */
const [lowest, end] = [20_000, 32_768]

/** A port of 127.0.0.1 on which nothing is listening. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, end)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
