import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

export interface BadTarget {
  url: string
  port: number
  close: () => Promise<void>
}

/** A server with the vulnerabilities that the scanners look for. A scanner that finds nothing here proves nothing elsewhere. */
export async function openBadTarget(databaseUrl: string): Promise<BadTarget> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await db.query('create table if not exists note (id int primary key, words text)')
  await db.query(`insert into note select n, 'note ' || n from generate_series(1, 5) as n on conflict do nothing`)

  const answer = async (url: URL): Promise<[status: number, body: string]> => {
    const given = url.searchParams
    if (url.pathname === '/note') {
      try {
        // SQL injection: input becomes part of the statement.
        const { rows } = await db.query<{ words: string }>(
          `select words from note where id = ${given.get('id') ?? '0'}`,
        )
        return [200, `<p>${rows.map(({ words }) => words).join('<br>')}</p>`]
      } catch (error) {
        return [500, String(error)]
      }
    }
    // Cross-site scripting: input becomes part of the page.
    if (url.pathname === '/hello') return [200, `<h1>Hello ${given.get('name') ?? ''}</h1>`]
    if (['/.env', '/.git/config', '/backup.zip'].includes(url.pathname)) return [200, 'SESSION_SECRET=known']
    if (url.pathname !== '/') return [404, 'nothing']
    return [200, '<a href="/note?id=1">note</a> <a href="/hello?name=you">hello</a>']
  }

  const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (request, response) => {
    // No timeout: it waits for a body forever.
    request.resume().once('end', () => {
      void answer(new URL(request.url ?? '/', 'http://bad.example')).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'text/html', 'set-cookie': 'sid=1' }).end(body)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    port,
    async close() {
      server.close()
      server.closeAllConnections()
      await db.end()
    },
  }
}
