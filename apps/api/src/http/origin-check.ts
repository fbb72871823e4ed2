import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { forbidden } from '../errors/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origins of the two front ends. Nothing else is trusted. */
export const trustedOrigins = (config: Config): readonly string[] => [config.siteOrigin, config.adminUrl.origin]

/** Scheme, host and port of an address. Undefined for what is none. */
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined)

/**
 * Whether a page at this address sent the request to its own origin. Comparing with the Host header is safe here, because
 * only browsers send cookies for somebody else, and a browser lets no page choose that header.
 */
const isOwn = (address: string, { protocol, host }: FastifyRequest) =>
  originOf(address) !== undefined && originOf(address) === originOf(`${protocol}://${host}`)

/**
 * Refuses writes that a page of another site sends with our cookie. Browsers state where a request comes from. A caller
 * that does not is no browser, and so does not send our cookie without meaning to.
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

/** Browsers send one of these with a page that they load in advance, the older ones with other names. */
const aheadHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a browser loads the page in advance, so that nobody has opened it yet. */
export const isLoadedAhead = ({ headers }: FastifyRequest): boolean =>
  aheadHeaders.some((name) => headers[name] !== undefined)

/**
 * Whether a person opened this address: by typing it, or from one of our own pages. A page of a sibling host, an image,
 * and a browser that does not say where it comes from could all be somebody else's doing.
 */
export function isOwnNavigation(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  const purpose = request.headers['sec-fetch-dest'] ?? 'document'
  if (request.method === 'HEAD' || purpose !== 'document' || isLoadedAhead(request)) return false
  if (site === 'same-origin' || site === 'none') return true
  const { referer = '' } = request.headers
  return trustedOrigins(config).includes(originOf(referer) ?? '') || isOwn(referer, request)
}
