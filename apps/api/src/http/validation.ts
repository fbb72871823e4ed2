import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

const base: Options = {
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: true,
}

const withFormats = (ajv: Ajv) => formats.default(ajv, ['date', 'date-time', 'uri-reference'])

/** JSON bodies are checked exactly as sent; only text inputs (query, path, headers, forms) are converted. */
export function installValidation(app: FastifyInstance): void {
  const exact = withFormats(new Ajv({ ...base, coerceTypes: false }))
  const converting = withFormats(new Ajv({ ...base, coerceTypes: true }))
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? exact : converting).compile(schema))
}
