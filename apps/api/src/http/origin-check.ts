import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { forbidden } from '../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Origins of the two front ends. Nothing else is trusted. */
export const trustedOrigins = (config: Config): readonly string[] => [config.siteOrigin, config.adminUrl.origin]

const sameHost = (origin: string, host: string) => URL.canParse(origin) && new URL(origin).host === host

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
    if (site === undefined && (origin === undefined || sameHost(origin, request.host))) return
    throw forbidden('Requests from this origin are refused.')
  }
}
