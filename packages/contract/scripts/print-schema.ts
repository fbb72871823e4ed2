import { isSchema, refuse, type Schema, textOf } from './schema.ts'

const prefix = '#/components/schemas/'

/**
 * Either each of two templates draws a side, or one draws the whole piece. Closed OpenAPI objects can't express that.
 */
const eitherTemplateOrSides = [
  { required: ['Template'], properties: { Front: false, Back: false } },
  { required: ['Front', 'Back'], properties: { Template: false } },
]

/**
 * The JSON Schema of a piece that the site publishes for editors, built from PostcardInput and LetterInput of the
 * contract. A body that it accepts has the form of one of the two.
 */
export function printSchemaOf(document: Schema): Schema {
  const components = isSchema(document['components']) ? document['components'] : {}
  const schemas = isSchema(components['schemas']) ? components['schemas'] : {}
  const named = (name: string): Schema => {
    const found = schemas[name]
    return isSchema(found) ? found : refuse(name, 'is not in the contract')
  }
  const inlined = (value: Schema): Schema => {
    const { format: _format, ...schema } = value['$ref'] ? named(textOf(value['$ref']).slice(prefix.length)) : value
    const { additionalProperties: values, properties } = schema
    return {
      ...schema,
      ...(isSchema(values) && { additionalProperties: inlined(values) }),
      ...(isSchema(properties) && { properties: membersOf(schema) }),
    }
  }
  const membersOf = (schema: Schema): Schema =>
    Object.fromEntries(
      Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).map(([name, member]) => {
        const given = isSchema(member) ? member : refuse(name, 'is not a schema')
        return [name, given['$ref'] === `${prefix}PrintAddress` ? { $ref: '#/$defs/Address' } : inlined(given)]
      }),
    )

  const { required = [], ...postcard } = named('PostcardInput')
  const address = named('PrintAddress')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Piece of the print API',
    description: 'One postcard or letter. Send either Template, or Front and Back.',
    type: 'object',
    required,
    properties: { ...membersOf(postcard), Size: inlined(named('PieceSize')) },
    oneOf: eitherTemplateOrSides,
    unevaluatedProperties: false,
    $defs: { Address: { ...address, properties: membersOf(address) } },
  }
}
