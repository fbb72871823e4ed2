import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Reserves a port of 127.0.0.1 until it is released, because its number is needed long before a server listens on it. */
export async function holdPort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  const { port } = server.address() as AddressInfo
  // The reservation must not keep this process alive.
  server.unref()
  const release = () => {
    server.close()
    return once(server, 'close')
  }
  return { port, release }
}
