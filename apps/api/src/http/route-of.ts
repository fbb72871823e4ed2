import type { FastifyRequest } from 'fastify'

/**
 * The route's pattern, because many spellings of a URL match one route. The URL itself if no route matches, and for
 * preflights, which share one route.
 */
export const routeOf = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.url?.startsWith('/') ? routeOptions.url : url
