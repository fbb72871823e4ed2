import { readdirSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { plainPath, scriptSources, sitePages } from './built-pages.ts'
import { pagePolicy, reportingHeaders } from './page-policy.ts'

/**
 * The policy for the pages in a folder, which run only the scripts that they were built with. The component library
 * sets inline styles. Sample template images are hosted elsewhere, and a page served over TLS loads them over TLS only.
 */
const policyOf = (folder: string, origin: string) =>
  pagePolicy([
    `script-src ${scriptSources(folder)}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: https:${origin.startsWith('http:') ? ' http:' : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
  ])

const immutable = { maxAge: 31_536_000_000, immutable: true }

const otherFiles = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
    .map(({ name }) => name)

function sendPage(reply: FastifyReply, root: string, file: string, policy: string): FastifyReply {
  void reply.headers({ 'content-security-policy': policy, ...reportingHeaders, 'cache-control': 'no-cache' })
  return reply.sendFile(file, root, { cacheControl: false })
}

/** The canonical URL for one such as `/Admin/leads`. */
const adminInOtherCase = (wanted: string) =>
  /^\/admin(?=\/|$)/i.test(wanted) ? wanted.replace(/^\/admin/i, '/admin') : undefined

/** Serves the prerendered site: one route per page, in its canonical letter case and without a trailing slash. */
function registerSite(
  app: FastifyInstance,
  root: string,
  policy: string,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const pages = sitePages(root)
  const canonical = new Map([...pages.keys()].map((url) => [url.toLowerCase(), url]))
  for (const [url, file] of pages) app.get(url, (_request, reply) => sendPage(reply, root, file, policy))
  for (const file of otherFiles(root)) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file, root, { maxAge: 3_600_000 }))
  }

  return (request, reply) => {
    const [, wanted = '/', query = ''] = /^([^?]*)(.*)/.exec(request.url) ?? []
    const page = canonical.get(plainPath(wanted)) ?? adminInOtherCase(wanted)
    if (page && page !== wanted) return reply.redirect(page + query, 301)
    return sendPage(reply.code(404), root, '404.html', policy)
  }
}

/** The app's URLs have no extension and no hidden folder, so a URL with either is a file. */
function isFile(url: string): boolean {
  // Cannot fail, because the router has already decoded it.
  const path = decodeURIComponent(url.split(/[?#]/)[0] ?? '')
  return path.includes('/.') || (/\.[^/.]*$/.test(path) && !path.endsWith('/index.html'))
}

/** Serves the admin app: one document for every path below /admin that is not a file. */
function registerAdmin(app: FastifyInstance, root: string, policy: string): void {
  const document = (request: FastifyRequest, reply: FastifyReply) => {
    if (isFile(request.url)) return reply.callNotFound()
    void reply.header('x-robots-tag', 'noindex')
    return sendPage(reply, root, 'index.html', policy)
  }
  app.get('/admin', document)
  app.get('/admin/*', document)
  for (const file of otherFiles(root)) {
    app.get(`/admin/${file}`, (_request, reply) => reply.sendFile(file, root, { maxAge: 3_600_000 }))
  }
}

/**
 * Serves the built front ends whose folders are set. Returns the handler for unknown paths, or undefined when the site
 * is served elsewhere.
 */
export async function registerFrontEnds(app: FastifyInstance, { siteDir, adminDir, siteOrigin, adminUrl }: Config) {
  const roots = [siteDir, adminDir].filter((folder) => folder !== undefined).map((folder) => path.resolve(folder))
  if (roots.length === 0) return undefined
  await app.register(fastifyStatic, { root: roots, serve: false, preCompressed: true })
  const assets = { decorateReply: false, preCompressed: true, ...immutable }
  if (adminDir) {
    await app.register(fastifyStatic, { root: path.resolve(adminDir, 'assets'), prefix: '/admin/assets/', ...assets })
    registerAdmin(app, path.resolve(adminDir), policyOf(adminDir, adminUrl.origin))
  }
  if (!siteDir) return undefined
  await app.register(fastifyStatic, { root: path.resolve(siteDir, 'assets'), prefix: '/assets/', ...assets })
  return registerSite(app, path.resolve(siteDir), policyOf(siteDir, siteOrigin))
}
