import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The signature expected for these headers, implemented from the AWS Signature Version 4 specification. */
function wantedSignature(
  { method = '', url = '', headers }: IncomingMessage,
  signedHeaders: string,
  secret: string,
  region: string,
) {
  const [path = '', query = ''] = url.split('?')
  const pairs = [...new URLSearchParams(query)]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort((a, b) => (a < b ? -1 : 1))
  const signed = signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [
    method,
    path,
    pairs.join('&'),
    signed.join(''),
    signedHeaders,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const at = String(headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(
    (made, part) => hmac(made, part),
    hmac(hmac(`AWS4${secret}`, at.slice(0, 8)), region),
  )
  return hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')).toString('hex')
}

/** The part of an S3-compatible store that we use, in memory: objects by bucket and name. It checks every signature. */
export async function fakeS3() {
  const objects = new Map<string, Map<string, Buffer>>()
  const fake = {
    accessKeyId: 'test-key',
    secretAccessKey: 'test secret of the store',
    region: 'us-east-1',
    pageSize: 1000,
  }

  const isSigned = (request: IncomingMessage) => {
    const [, signedHeaders = '', given = ''] =
      /SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})/.exec(request.headers.authorization ?? '') ?? []
    const wanted = wantedSignature(request, signedHeaders, fake.secretAccessKey, fake.region)
    return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
  }

  const list = (names: string[], after: string) => {
    const rest = names.filter((name) => name > after)
    const page = rest.slice(0, fake.pageSize)
    const items = page.map(
      (name) => `<Contents><Key>${name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    const next = rest.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${items.join('')}${next}</ListBucketResult>`
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const send = (status: number, content: string | Buffer = '') =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content)
    if (!isSigned(request)) return send(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
    const [, bucket = '', name = ''] = pathname.split('/')
    const stored = objects.get(bucket) ?? new Map<string, Buffer>()
    objects.set(bucket, stored)
    if (request.method === 'PUT') {
      if (sha256(body) !== request.headers['x-amz-content-sha256']) return send(400)
      stored.set(name, body)
      return send(200)
    }
    if (request.method === 'DELETE') {
      stored.delete(name)
      return send(204)
    }
    if (name === '') return send(200, list([...stored.keys()].sort(), searchParams.get('continuation-token') ?? ''))
    const found = stored.get(name)
    return found ? send(200, found) : send(404, '<Error><Code>NoSuchKey</Code></Error>')
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The fake store does not listen')
  return Object.assign(fake, {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
}
