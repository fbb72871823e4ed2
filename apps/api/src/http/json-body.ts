import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../errors/errors.ts'

/** Parses JSON bodies of a media type. Rejects invalid UTF-8, which would become replacement characters in a name. */
export function readJsonBodies(scope: FastifyInstance, media: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.addContentTypeParser<Buffer>(media, { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return parse(request, body.toString(), done)
    return done(new ProblemError(400, 'invalid_input', 'The body is not UTF-8.'))
  })
}
