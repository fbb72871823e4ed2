import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface UnreadLimits {
  /** Maximum number of body bytes to read and discard. */
  bytes: number
  /** Maximum wait for more of the body. */
  idleMs: number
  /** Maximum time for the whole body. */
  totalMs: number
}

const defaultLimits: UnreadLimits = { bytes: 16 << 20, idleMs: 1_000, totalMs: 5_000 }

/**
 * Closes the connection of a rejected body in two steps, like nginx (lingering_close). If a connection is closed while
 * a client is still sending, the operating system resets it, and the client loses the response with the reason. So our
 * side is closed first, and further data is read and discarded for a moment.
 */
export function closeGently(app: FastifyInstance, limits = defaultLimits): void {
  app.addHook('onSend', async (request, reply) => {
    const isOnItsWay = !request.raw.complete && reply.getHeader('connection') === 'close'
    // Requests injected by tests have no connection.
    if (!isOnItsWay || !(request.raw.socket instanceof Socket)) return
    // With this header, Node would close both sides as soon as the response is sent.
    void reply.removeHeader('connection')
    reply.raw.once('finish', () => discardRest(request.raw, limits))
  })
}

function discardRest(body: IncomingMessage, { bytes, idleMs, totalMs }: UnreadLimits): void {
  const { socket } = body
  const close = () => void socket.destroy()
  const timers = [setTimeout(close, totalMs), setTimeout(close, idleMs)]
  const [, idle] = timers
  let left = bytes
  socket.once('close', () => timers.forEach(clearTimeout))
  socket.end()
  body.once('end', close)
  body.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) close()
    else idle?.refresh()
  })
}
