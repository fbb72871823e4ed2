import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export type Ask = (url: string, call?: Call) => Promise<Answer>

/** Sends requests for hosts below `localhost`, unknown to resolvers, to this machine. Trusts only one authority. */
export const askOver =
  (authority: string): Ask =>
  async (address, { method = 'GET', headers = {}, body } = {}) => {
    const url = new URL(address)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const options = {
      host: '127.0.0.1',
      port: url.port,
      // Sent exactly as written; the URL class would normalize it.
      path: address.slice(url.origin.length) || '/',
      method,
      servername: url.hostname,
      ca: authority,
      headers: { host: url.host, ...headers },
      agent: false,
    }
    const call = request(options, (response) => {
      text(response).then(
        (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
        reject,
      )
    })
    call.on('error', reject)
    call.end(body)
    return promise
  }
