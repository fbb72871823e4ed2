import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { forbidden } from '../errors/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origins of the two front ends, the only trusted ones. */
export const trustedOrigins = (config: Config): readonly string[] => [config.siteOrigin, config.adminUrl.origin]

/** Undefined for an invalid URL. */
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined)

/**
 * True for a same-origin request. Comparing with the Host header is safe here: only browsers attach a user's cookies, and no page
 * can set that header.
 */
const isOwn = (address: string, { protocol, host }: FastifyRequest) =>
  originOf(address) !== undefined && originOf(address) === originOf(`${protocol}://${host}`)

/**
 * Rejects writes that a page of another site sends with our cookie. Browsers state the origin of a request. A caller
 * that does not is not a browser, and does not send our cookie unintentionally.
 */
export function originCheck(config: Config) {
  const trusted = trustedOrigins(config)
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.has(request.method)) return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    if (origin !== undefined && trusted.includes(origin)) return
    if (site === 'same-origin' || site === 'none') return
    if (site === undefined && (origin === undefined || isOwn(origin, request))) return
    throw forbidden('Requests from this origin are rejected.')
  }
}

/** Browsers send one of these with a prefetched page; older browsers use other names. */
const aheadHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** True for a prefetch or prerender: the user has not opened the page yet. */
export const isLoadedAhead = ({ headers }: FastifyRequest): boolean =>
  aheadHeaders.some((name) => headers[name] !== undefined)

/**
 * True when the user typed the URL or came from one of our own pages. Requests from a sibling host, for an image, or
 * from a browser without Fetch Metadata could be forged.
 */
export function isOwnNavigation(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  const purpose = request.headers['sec-fetch-dest'] ?? 'document'
  if (request.method === 'HEAD' || purpose !== 'document' || isLoadedAhead(request)) return false
  if (site === 'same-origin' || site === 'none') return true
  const { referer = '' } = request.headers
  return trustedOrigins(config).includes(originOf(referer) ?? '') || isOwn(referer, request)
}
