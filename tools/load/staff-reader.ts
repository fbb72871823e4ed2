import { type Agent, request } from 'node:http'

interface Reading {
  /** Milliseconds from the first byte sent to the last received. */
  milliseconds: number
  /** Path of the next page. */
  next: string | undefined
}

/** Signs in on this port and reads paths in that session over one connection. @throws {Error} unless the status is 200 */
export async function staffReader(
  agent: Agent,
  port: number,
  email: string,
  password: string,
): Promise<(url: string) => Promise<Reading>> {
  const signedIn = await send(
    agent,
    port,
    'POST',
    '/api/login',
    {},
    new URLSearchParams({ email, password }).toString(),
  )
  const cookie = signedIn.cookies.map((one) => one.split(';')[0]).join('; ')
  if (!cookie) throw new Error(`Sign-in answered ${signedIn.status}`)
  return async (url) => {
    const begun = performance.now()
    const { status, link } = await send(agent, port, 'GET', url, { cookie })
    if (status !== 200) throw new Error(`GET ${url} answered ${status}`)
    const [, next] = /<([^>]+)>; rel="next"/.exec(link) ?? []
    return { milliseconds: performance.now() - begun, next }
  }
}

interface Answer {
  status: number
  cookies: string[]
  link: string
}

const send = (
  agent: Agent,
  port: number,
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  form?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const call = request({ agent, host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...type } })
    call.on('error', reject)
    call.on('response', (response) => {
      response.resume()
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          cookies: response.headers['set-cookie'] ?? [],
          link: [response.headers.link ?? []].flat().join(', '),
        }),
      )
    })
    call.end(form)
  })
