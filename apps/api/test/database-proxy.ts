import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy between an app and its database, so that a test can simulate an outage. */
export async function databaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets: Socket[] = []
  let isHanging = false
  const proxy = createServer((client) => {
    const server = connect(target)
    client.pipe(server)
    server.pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => {})
      sockets.push(socket)
      if (isHanging) socket.pause()
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  // A server that listens on a port has an address of this type.
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    /** Stops forwarding bytes, on new connections, too, as when the database machine hangs. */
    hang: () => {
      isHanging = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isHanging = false
      for (const socket of sockets) socket.resume()
    },
    /** Ends every connection and accepts no more, as when the database is down. */
    close: () => {
      proxy.close()
      destroyAll()
    },
  }
}
