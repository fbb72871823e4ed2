import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError } from '../errors/errors.ts'
import { routeOf } from './route-of.ts'

/**
 * Sets headers on every response. Pages replace the policy with their own; all other responses are data, never pages.
 */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure = request.protocol === 'https',
): void {
  void reply.headers({
    'x-content-type-options': 'nosniff',
    // For older browsers. Current ones use frame-ancestors.
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-request-id': request.id,
  })
  if (isSecure) {
    void reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
  }
  if (/^\/(api|v1)\//.test(routeOf(request))) void reply.header('cache-control', 'no-store')
}

export function installSecurityHeaders(app: FastifyInstance): void {
  // Replaces Node's own response. Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}

const isRead = (method: string) => /^(GET|HEAD|OPTIONS)$/.test(method)

/**
 * A hook for checks that schemas cannot express.
 * @throws {ProblemError} 415 for a compressed body, 400 unless there is exactly one Host header
 */
export async function refuseOddRequests(request: FastifyRequest): Promise<void> {
  if (request.headers['content-encoding'] !== undefined && !isRead(request.method)) {
    throw new ProblemError(415, 'unsupported_media_type', 'Send the body uncompressed.')
  }
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new ProblemError(400, 'multiple_hosts', 'Send one Host header.')
  if (hosts.length === 0 && request.raw.httpVersion === '1.1')
    throw new ProblemError(400, 'refused', 'Send a Host header.')
}
