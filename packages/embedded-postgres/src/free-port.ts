import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port of 127.0.0.1 that nothing listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens on a host and port has an AddressInfo. Only a pipe has a string for its address.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
