import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from '../../../config/file-settings.ts'
import { ProblemError } from '../../../errors/errors.ts'
import { type FileStore, checkHash, hashOf, isHash } from './file-store.ts'

/** A caller waits for some of these requests, so a store that hangs counts as unavailable. */
const timeoutMs = 10_000
/** A large file gets more time: one second per megabyte. */
const uploadMs = (bytes: number) => timeoutMs + bytes / 1_000
const retries = 2

const unavailable = () =>
  new ProblemError(503, 'unavailable', 'The file store could not be reached. Try again in a moment.', {
    retryAfterSeconds: 5,
  })

/** The text of each element with this name. Only hashes and times are read, which need no decoding. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text)

const decoded = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Files in a bucket of an S3-compatible store, shared by processes on many machines. */
export function s3Store({ endpoint, bucket, ...credentials }: S3Settings): FileStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries })
  const base = `${endpoint}/${bucket}`

  /** @throws {ProblemError} 503 when the store fails or does not respond */
  async function ask(address: string, init: RequestInit = {}, limitMs = timeoutMs): Promise<Response> {
    // Includes retries, each of which the library signs again: together, they must get a response within the limit. The
    // body is not limited, because it may be a large file for a slow caller.
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    const response = await client
      .fetch(address, { ...init, signal: limit.signal })
      .catch(() => undefined)
      .finally(() => clearTimeout(timer))
    if (!response || response.status >= 500) throw unavailable()
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    // The body of an error may contain the account name, so it is not logged.
    throw new Error(`The file store answered ${response.status}`)
  }

  return {
    async put(content) {
      const hash = await hashOf(content)
      const body = content instanceof Blob ? content : Buffer.from(content)
      // The store verifies the hash, and exposes an object only once it is complete.
      const headers = { 'x-amz-content-sha256': hash, 'content-type': 'application/octet-stream' }
      const response = await ask(
        `${base}/${hash}`,
        { method: 'PUT', headers, body },
        uploadMs(content instanceof Blob ? content.size : content.length),
      )
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The file store has no bucket ${bucket}`)
      return hash
    },

    async has(hash) {
      return (await ask(`${base}/${checkHash(hash)}`, { method: 'HEAD' })).ok
    },

    async read(hash) {
      const response = await ask(`${base}/${checkHash(hash)}`)
      if (response.ok && response.body) return Readable.from(response.body)
      await response.body?.cancel()
      return undefined
    },

    async remove(hash) {
      const response = await ask(`${base}/${checkHash(hash)}`, { method: 'DELETE' })
      await response.body?.cancel()
    },

    async *storedBefore(time) {
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', ...(next && { 'continuation-token': next }) })
        const xml = await (await ask(`${base}?${query.toString()}`)).text()
        const [keys, times] = [elements(xml, 'Key'), elements(xml, 'LastModified')]
        for (const [index, key] of keys.entries()) {
          if (isHash(key) && new Date(times[index] ?? '') < time) yield key
        }
        const [token] = elements(xml, 'NextContinuationToken')
        next = token === undefined ? undefined : decoded(token)
      }
    },
  }
}
