import { createHash } from 'node:crypto'
import type { onSendHookHandler } from 'fastify'

/**
 * A hook that lets callers keep the answer and only ask whether it is still current. It identifies the content, so
 * instances agree on it, and a change is never served from a cache.
 */
export const revalidate: onSendHookHandler = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = `"${createHash('sha256').update(payload).digest('base64url')}"`
  void reply.headers({ etag: tag, 'cache-control': 'no-cache' })
  // Proxies mark a tag as weak when they compress what it identifies; several may be named.
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known?.includes(tag)) return payload
  void reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return ''
}
