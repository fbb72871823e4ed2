import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brand } from '@app/brand'
import {
  asHtml,
  asMarkdown,
  type Audience,
  codeSections,
  guideSections,
  type JsonObject,
  originPlaceholder,
  referenceDocument,
  referenceText,
  underHeadings,
} from '@app/api-reference'
import type { Config } from '../config/config.ts'
import { docsPage, docsPolicy, type PageFiles } from './docs-page.ts'
import { reportingHeaders } from './page-policy.ts'
import type { PublishedDocuments } from './published-document.ts'

const folder = path.dirname(fileURLToPath(import.meta.resolve('@app/api-reference/page/reference.css')))

/** The page's file names contain a content hash, so browsers cache them permanently. */
function addressOf(file: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('base64url')
  return `/api/docs/files/${file}?v=${hash.slice(0, 12)}`
}

/** A page that shows one document. */
interface Page {
  path: string
  title: string
  description: string
  /** URL of the document itself. */
  source: string
  audience: Audience
  /** The document with headings for readers. */
  contract: () => JsonObject
}

const pagesOf = ({ full, print }: PublishedDocuments): Page[] => [
  {
    path: '/api/docs',
    title: `${brand.productName} print API reference`,
    description:
      'Guides for postcards, letters, and templates, every operation with samples in three languages, and every check and error code.',
    source: '/v1/openapi.json',
    audience: 'customers',
    contract: print,
  },
  {
    path: '/api/docs/full',
    title: `${brand.productName} API reference`,
    description: 'Every operation of the API, for staff and integrators.',
    source: '/api/openapi.json',
    audience: 'integrators',
    contract: () => underHeadings(full()),
  },
]

/** Caches the result of the first call. */
function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => (made ??= { result: make() }).result
}

const brotli = promisify(brotliCompress)
const compress = (text: string, quality: number) =>
  brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** A header that accepts Brotli, and does not reject it with a quality of 0. */
const takesBrotli = /(?:^|,)[ \t]*br[ \t]*(?:$|,|;[ \t]*q=(?:1|0\.0{0,2}[1-9]))/i

/** Sends text, compressed if the browser accepts it. */
async function sendText(request: FastifyRequest, reply: FastifyReply, text: string, compressed: () => Promise<Buffer>) {
  void reply.header('vary', 'accept-encoding')
  if (!takesBrotli.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
  return reply.header('content-encoding', 'br').send(await compressed())
}

/** Serves a page with its assets, and its Markdown version. */
function servePage(app: FastifyInstance, page: Page, files: PageFiles, { siteOrigin, apiOrigin }: Config): void {
  const { title, audience } = page
  const reference = once(() =>
    referenceDocument(page.contract(), { title, guides: guideSections(audience), codes: codeSections(audience) }),
  )
  const blocks = once(() => referenceText(reference()))
  const ofThisServer = (text: string) => text.replaceAll(originPlaceholder, apiOrigin)
  const html = once(() => ofThisServer(asHtml(blocks())))
  const isIndexed = audience === 'customers'

  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    const text = docsPage(nonce, {
      ...page,
      ...files,
      url: apiOrigin + page.path,
      site: siteOrigin,
      reference: `${page.path}/reference.json`,
      text: html(),
      isIndexed,
    })
    void reply
      .headers({ 'content-security-policy': docsPolicy(nonce), ...reportingHeaders })
      .headers(isIndexed ? {} : { 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
    // The nonce makes every page different, so it is compressed at a fast level.
    return sendText(request, reply, text, () => compress(text, 4))
  }
  app.get(page.path, sendPage)
  app.get(`${page.path}/`, sendPage)

  const serveText = (name: string, type: string, text: () => string) => {
    const compressed = once(() => compress(text(), 6))
    app.get(`${page.path}/${name}`, (request, reply) =>
      sendText(request, reply.type(type).header('cache-control', 'no-cache'), text(), compressed),
    )
  }
  serveText(
    'reference.json',
    'application/json; charset=utf-8',
    once(() => JSON.stringify(reference())),
  )
  serveText(
    'reference.md',
    'text/markdown; charset=utf-8',
    once(() => ofThisServer(asMarkdown(blocks(), apiOrigin + page.path))),
  )
}

/**
 * Serves the reference of the print API at /api/docs, and that of the whole API at /api/docs/full. Everything that the
 * pages load comes from this server.
 */
export async function registerDocs(app: FastifyInstance, config: Config, documents: PublishedDocuments): Promise<void> {
  const files = {
    styles: addressOf('reference.css'),
    renderer: addressOf('renderer.js'),
    script: addressOf('reference.js'),
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/api/docs/files/',
    decorateReply: false,
    preCompressed: true,
    maxAge: 31_536_000_000,
    immutable: true,
  })
  for (const page of pagesOf(documents)) servePage(app, page, files, config)
}
