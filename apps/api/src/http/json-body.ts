import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'
import type { Operation } from '@app/contract'
import { ProblemError } from '../errors/errors.ts'
import { jsonFault } from './json-fault.ts'

const invalid = (detail: string) => new ProblemError(400, 'invalid_input', detail)

/**
 * Parses JSON bodies of a media type. Rejects invalid UTF-8, which would otherwise become replacement characters, for
 * example in a name. Many clients set the media type even without a body, for example in a DELETE, so an empty body
 * counts as no body.
 */
export function readJsonBodies(scope: FastifyInstance, media: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<Buffer>(media, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null)
    if (!isUtf8(body)) return done(invalid('The body is not UTF-8.'))
    const text = body.toString()
    return parse(request, text, (error, value) => (error ? done(invalid(jsonFault(text))) : done(null, value)))
  })
}

/** Reads only bodies of the operation's media types: JSON, or an entire file up to the operation's limit. */
export function readBodiesOf(scope: FastifyInstance, { bodyMedia, otherBodyMedia }: Operation): void {
  scope.removeAllContentTypeParsers()
  if (bodyMedia.endsWith('json')) return readJsonBodies(scope, bodyMedia)
  const media = [bodyMedia, ...otherBodyMedia]
  scope.addContentTypeParser<Buffer>(media, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // A request without body and media type skips the parsers.
  scope.addHook('preHandler', async ({ body }) => {
    if (body === undefined) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(undefined)
  })
}

/**
 * Rejects bodies of other media types. Some clients name one, for example that of a form, in a request without a body.
 */
export function refuseOtherBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (request, _body, done) => {
    const type = request.headers['content-type']
    done(request.headers['content-length'] === '0' ? null : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
  })
}
