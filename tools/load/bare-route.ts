import { operations } from '@app/contract'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import Fastify from 'fastify'

// The upper limit: Fastify with the same validation of the same body and no work behind it. bare-route.ts <port>
const app = Fastify({ logger: false })
// The API's options for bodies (apps/api/src/http/validation.ts).
const ajv = formats.default(
  new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    removeAdditional: false,
    useDefaults: true,
  }),
  ['date', 'date-time', 'uri-reference'],
)
app.setValidatorCompiler(({ schema }) => ajv.compile(schema))

const { body, headers } = operations.createLead.schema
const createdAt = new Date().toISOString()
app.post('/api/leads', { schema: { body, headers } }, (_request, reply) => {
  void reply.code(201)
  return { id: '00000000-0000-7000-8000-000000000000', createdAt }
})
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
