import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

const base: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: true,
  // A fault then holds the schema that it broke, from which callers of the print API are told what is allowed.
  verbose: true,
}

const withFormats = (ajv: Ajv) => formats.default(ajv, ['date', 'date-time', 'uri-reference'])

// One of each for the process: what has been compiled for one application, as in tests, serves the next one.
const exact = withFormats(new Ajv({ ...base, coerceTypes: false }))
const converting = withFormats(new Ajv({ ...base, coerceTypes: true }))

/** Bodies are validated exactly as sent. Only what always arrives as text (query, path, headers) is converted to its type. */
export function installValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? exact : converting).compile(schema))
}
