import { typeOf } from '../samples/type-of.ts'
import {
  type Json,
  type JsonObject,
  listOf,
  objectOf,
  type Operation,
  operationsOf,
  resolve,
  textOf,
} from './contract.ts'

/** A section of the reference, with its heading. */
export interface TextBlock {
  level: 1 | 2 | 3
  /** The same as in the section's URL on the page with scripts. */
  id: string
  title: string
  /** Markdown. */
  text: string
}

/** Converts a name to the form that the renderer uses in URLs. */
const inAddress = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const code = (text: string) => `\`${text}\``

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

interface Field {
  name: string
  schema: JsonObject
  isRequired: boolean
}

/** The fields of an object. */
function fieldsOf(contract: JsonObject, schemaOrReference: Json | undefined): Field[] {
  const schema = resolve(contract, schemaOrReference)
  const required = listOf(schema['required'])
  return Object.entries(objectOf(schema['properties'])).map(([name, field]) => ({
    name,
    // A reference may have its own description.
    schema: { ...resolve(contract, field), ...objectOf(field) },
    isRequired: required.includes(name),
  }))
}

/** Longer lists of values are codes, which have their own sections. */
const maxTypeLength = 400

function typeText(contract: JsonObject, schema: JsonObject, hasFields: boolean): string {
  const type = typeOf(contract, schema)
  const isNullable = hasFields && type.endsWith('| null') ? ' or null' : ''
  if (hasFields) return (schema['items'] ? 'list of objects' : 'object') + isNullable
  return code(type.length > maxTypeLength ? 'string' : type)
}

/** A list of fields, each followed by its own fields. */
function fieldLines(contract: JsonObject, schema: Json | undefined, isRequest: boolean, indent = ''): string[] {
  return fieldsOf(contract, schema).flatMap(({ name, schema: field, isRequired }) => {
    const inner = field['items'] ? fieldsOf(contract, field['items']) : fieldsOf(contract, field)
    const nested = inner.length > 0 ? fieldLines(contract, field['items'] ?? field, isRequest, `${indent}  `) : []
    const facts = [
      typeText(contract, field, nested.length > 0),
      ...(isRequest ? [isRequired ? 'required' : 'optional'] : []),
    ]
    const description = onOneLine(textOf(field['description']))
    return [`${indent}- ${code(name)} (${facts.join(', ')})${description && `: ${description}`}`, ...nested]
  })
}

function parameterLines(contract: JsonObject, { node }: Operation): string[] {
  return listOf(node['parameters']).map((one) => {
    const parameter = resolve(contract, one)
    const type = typeText(contract, resolve(contract, parameter['schema']), false)
    const facts = [type, textOf(parameter['in']), parameter['required'] === true ? 'required' : 'optional']
    return `- ${code(textOf(parameter['name']))} (${facts.join(', ')}): ${onOneLine(textOf(parameter['description']))}`
  })
}

const schemaOf = (contract: JsonObject, content: Json | undefined): Json | undefined =>
  objectOf(objectOf(resolve(contract, content)['content'])['application/json'])['schema']

/** The body of the first successful response that has fields: an object, or a list's items. */
function answerOf(contract: JsonObject, responses: readonly (readonly [string, Json | undefined])[]): Json | undefined {
  const bodies = responses
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => resolve(contract, schemaOf(contract, response)))
    .map((schema) => schema['items'] ?? schema)
  return bodies.find((schema) => fieldsOf(contract, schema).length > 0)
}

function operationText(contract: JsonObject, operation: Operation): string {
  const { path, method, node } = operation
  const responses = Object.entries(objectOf(node['responses']))
  const [sample] = listOf(node['x-codeSamples']).map(objectOf)
  const lists = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? [`**${title}**`, lines.join('\n')] : []
  return [
    code(`${method.toUpperCase()} ${path}`),
    textOf(node['description']).trim(),
    ...lists('Parameters', parameterLines(contract, operation)),
    ...lists('Body', fieldLines(contract, schemaOf(contract, node['requestBody']), true)),
    ...(sample ? [`\`\`\`sh\n${textOf(sample['source'])}\n\`\`\``] : []),
    ...lists(
      'Responses',
      responses.map(
        ([status, response]) => `- ${code(status)}: ${onOneLine(textOf(resolve(contract, response)['description']))}`,
      ),
    ),
    ...lists('Fields of the response', fieldLines(contract, answerOf(contract, responses), false)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The reference as text, in page order: guides, operations, and codes. */
export function referenceText(reference: JsonObject): TextBlock[] {
  const { title, description } = objectOf(reference['info'])
  const operations = operationsOf(reference)
  const blocks = listOf(reference['tags'])
    .map(objectOf)
    .flatMap((tag): TextBlock[] => {
      const name = textOf(tag['name'])
      const heading: TextBlock = {
        level: tag['parent'] === undefined ? 2 : 3,
        id: `tag/${inAddress(name)}`,
        title: textOf(tag['x-displayName']) || name,
        text: textOf(tag['description']).trim(),
      }
      const own = operations.filter(({ node }) => listOf(node['tags']).includes(name))
      return [
        heading,
        ...own.map((operation): TextBlock => ({
          level: 3,
          id: `${heading.id}/${operation.method.toUpperCase()}${operation.path}`,
          title: textOf(operation.node['summary']),
          text: operationText(reference, operation),
        })),
      ]
    })
  return [{ level: 1, id: 'introduction', title: textOf(title), text: textOf(description).trim() }, ...blocks]
}

/** The reference as Markdown. Its headings have no ids, so its links point to the page at this URL. */
export const asMarkdown = (blocks: readonly TextBlock[], page: string): string =>
  blocks
    .map(({ level, title, text }) => `${'#'.repeat(level)} ${title}\n\n${text.replaceAll('](#', `](${page}#`)}`.trim())
    .join('\n\n') + '\n'
