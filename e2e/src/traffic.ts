import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'

// Next to the runner's reports, in a folder that it does not clean.
const file = path.resolve(import.meta.dirname, '../reports/traffic.ndjson')

/** The pages at /api/docs are not part of the API. */
export const isApiCall = (url = ''): boolean => /^\/(api\/(?!docs)|v1\/|q\/|healthz|readyz)/.test(url)

export function forgetTraffic(): void {
  rmSync(file, { force: true })
  mkdirSync(path.dirname(file), { recursive: true })
}

interface Exchange {
  incoming: IncomingMessage
  requestBody: string
  answer: IncomingMessage
  responseBody: string
}

const headersOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : []))

const cookiesOf = ({ headers }: IncomingMessage) =>
  (headers.cookie ?? '')
    .split('; ')
    .filter(Boolean)
    .map((pair) => ({ name: pair.split('=', 1)[0], value: pair.slice(pair.indexOf('=') + 1) }))

/** The contract only says that there is a file, and does not describe its bytes. */
const withoutFiles = (mimeType: string, text: string): string =>
  /^(image|application\/(pdf|octet-stream))/.test(mimeType) ? 'a file' : text

/** The contract separates list items with commas. The checker understands only repeated parameters. */
const withRepeatedLists = (address: string): string =>
  address.replaceAll(/([?&])([^=&]+)=([^&]*,[^&]*)/g, (_all, before: string, name: string, items: string) => {
    const parameters = items.split(',').map((item) => `${name}=${item}`)
    return before + parameters.join('&')
  })

/** Formats one exchange as an entry of an HTTP archive (HAR 1.2). */
export function record({ incoming, requestBody, answer, responseBody }: Exchange): void {
  const url = new URL(withRepeatedLists(incoming.url ?? '/'), `http://${incoming.headers.host}`)
  const mimeType = incoming.headers['content-type'] ?? ''
  const answerType = answer.headers['content-type'] ?? ''
  const sizes = { headersSize: -1, bodySize: -1 }
  const entry = {
    startedDateTime: new Date().toISOString(),
    time: 0,
    request: {
      method: incoming.method,
      url: url.href,
      httpVersion: 'HTTP/1.1',
      headers: headersOf(incoming),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      cookies: cookiesOf(incoming),
      ...(requestBody && { postData: { mimeType, text: withoutFiles(mimeType, requestBody) } }),
      ...sizes,
    },
    response: {
      status: answer.statusCode,
      statusText: answer.statusMessage,
      httpVersion: 'HTTP/1.1',
      headers: headersOf(answer),
      cookies: [],
      content: { size: responseBody.length, mimeType: answerType, text: withoutFiles(answerType, responseBody) },
      redirectURL: answer.headers.location ?? '',
      ...sizes,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

/** All recorded exchanges as one HTTP archive. */
export function recordedTraffic(): string {
  const entries = readFileSync(file, 'utf8').trim().split('\n').join(',')
  return `{"log":{"version":"1.2","creator":{"name":"e2e","version":"1"},"entries":[${entries}]}}`
}
