import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Sends bytes as they are to a port of this machine and reads until the server closes. */
export async function exchange(
  port: number,
  ...lines: string[]
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(lines.join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  socket.destroy()
  return { status: Number(head.split(' ')[1]), head, body }
}
