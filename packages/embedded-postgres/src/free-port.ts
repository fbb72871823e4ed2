import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems assign ports from 32768 up to outgoing connections and to servers that request any port. A port from there
 * can be taken between this check and the moment its new owner listens.
 */
const [lowest, end] = [20_000, 32_768]

/** A port of 127.0.0.1 that nothing listens on right now. */
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
