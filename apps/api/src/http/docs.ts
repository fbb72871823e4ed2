import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeUTF8 } from 'entities/escape'
import { brand } from '@app/brand'
import {
  type Audience,
  codeSections,
  guideSections,
  type JsonObject,
  referenceDocument,
  underHeadings,
} from '@app/api-reference'
import { pagePolicy, reportingHeaders } from './page-policy.ts'
import type { PublishedDocuments } from './published-document.ts'

const folder = path.dirname(fileURLToPath(import.meta.resolve('@app/api-reference/page/reference.css')))

/** Files of the page carry a hash of their content, so a browser keeps them for good. */
function addressOf(file: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, file)))
    .digest('base64url')
  return `/api/docs/files/${file}?v=${hash.slice(0, 12)}`
}

/**
 * Scripts and styles come from this server alone. The renderer writes style elements, which carry the nonce of the answer,
 * and style attributes, which cannot carry one.
 */
const policyWith = (nonce: string) =>
  pagePolicy([
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])

const name = escapeUTF8(brand.productName)

interface Addresses {
  /** Origin of the site, which may be on another host. */
  site: string
  styles: string
  renderer: string
  script: string
}

/** A page that shows one document. */
interface Page {
  path: string
  title: string
  /** Address of the document itself. */
  source: string
  audience: Audience
  /** The document under the headings of a reader. */
  contract: () => JsonObject
}

const pagesOf = ({ full, print }: PublishedDocuments): Page[] => [
  {
    path: '/api/docs',
    title: `${brand.productName} print API reference`,
    source: '/v1/openapi.json',
    audience: 'customers',
    contract: print,
  },
  {
    path: '/api/docs/full',
    title: `${brand.productName} API reference`,
    source: '/api/openapi.json',
    audience: 'integrators',
    contract: () => underHeadings(full()),
  },
]

function pageWith(nonce: string, { path: address, title, source }: Page, { site, ...files }: Addresses): string {
  return `<!doctype html>
<html lang="en" data-reference="${address}/reference.json" data-renderer="${files.renderer}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Guides, operations, and error codes of the ${name} API.">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>${escapeUTF8(title)}</title>
<link rel="stylesheet" href="${files.styles}">
<link rel="preload" as="script" href="${files.renderer}">
<script type="module" src="${files.script}"></script>
</head>
<body>
<nav class="page-header" aria-label="Product">
<a class="brand" href="${site}/">${name} <span>API</span></a>
<a class="first" href="${site}/print/sandbox">Sandbox</a>
<a href="${site}/print/docs">Print API</a>
<a href="${source}">OpenAPI</a>
</nav>
<div id="reference"></div>
<p id="waiting">Loading the reference…</p>
<p id="failed" hidden>The reference did not load. Reload the page, or read the <a href="${source}">OpenAPI document</a>.</p>
<noscript><p>This reference needs JavaScript. The <a href="${source}">OpenAPI document</a> does not.</p></noscript>
</body>
</html>`
}

const compress = promisify(brotliCompress)

/** The result of the first call, for every call. */
function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => (made ??= { result: make() }).result
}

/** Serves a page and what it shows, compressed where the browser takes it. */
function servePage(app: FastifyInstance, page: Page, addresses: Addresses): void {
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'content-security-policy': policyWith(nonce), ...reportingHeaders })
      .type('text/html; charset=utf-8')
      .send(pageWith(nonce, page, addresses))
  }
  app.get(page.path, sendPage)
  app.get(`${page.path}/`, sendPage)

  const { title, audience, contract } = page
  const reference = once(() => {
    const added = { title, guides: guideSections(audience), codes: codeSections(audience) }
    return JSON.stringify(referenceDocument(contract(), added))
  })
  const compressed = once(() => compress(reference(), { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
  app.get(`${page.path}/reference.json`, async (request, reply) => {
    void reply.type('application/json; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(reference())
    return reply.header('content-encoding', 'br').send(await compressed())
  })
}

/**
 * Serves the reference of the print API at /api/docs and that of the whole API at /api/docs/full. Everything that the pages
 * load comes from this server.
 */
export async function registerDocs(app: FastifyInstance, site: string, documents: PublishedDocuments): Promise<void> {
  const addresses = {
    site,
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
  for (const page of pagesOf(documents)) servePage(app, page, addresses)
}
