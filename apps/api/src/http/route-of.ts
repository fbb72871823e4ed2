import type { FastifyRequest } from 'fastify'

/**
 * Where a request leads, as its route names it: an address can be written in ways that only the router reads alike. It is the
 * address itself where there is no such route, as with preflights, which share one.
 */
export const routeOf = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.url?.startsWith('/') ? routeOptions.url : url
