import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of 127.0.0.1 that nobody else is given before it is released: its number is needed long before its user. */
export async function holdPort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo
  // Holding it is no reason to go on.
  server.unref()
  const release = () => {
    server.close()
    return once(server, 'close')
  }
  return { port, release }
}
