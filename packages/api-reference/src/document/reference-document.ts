import { originPlaceholder } from '../origin-placeholder.ts'
import { samplesOf } from '../samples/samples.ts'
import { type Json, type JsonObject, listOf, objectOf, type Operation, operationsOf, securityOf } from './contract.ts'
import type { Section } from './sections.ts'

/** The parts of the page that are not in the contract. */
export interface ReferenceOptions {
  title: string
  /** Shown above the operations. */
  guides: readonly Section[]
  /** Shown below the operations. */
  codes: readonly Section[]
}

/** Drops the example of an optional parameter, because the page sends every parameter that has an example. */
function withoutExample(parameter: Json | undefined): Json {
  const { example, ...rest } = objectOf(parameter)
  return rest['required'] === true && example !== undefined ? { ...rest, example } : rest
}

/** An operation, prepared for the page. */
const presented = (contract: JsonObject, operation: Operation): JsonObject => ({
  ...operation.node,
  parameters: listOf(operation.node['parameters']).map(withoutExample),
  // A single empty requirement means that no key is read, not that a key is optional.
  ...(securityOf(operation).schemes.length === 0 && { security: [] }),
  'x-codeSamples': samplesOf(contract, operation).map((sample) => ({ ...sample })),
})

/** The tags, nested below their groups. The renderer supports either nested tags or groups, not both. */
function nestedTags(contract: JsonObject): Json[] {
  const groups = listOf(contract['x-tagGroups']).map(objectOf)
  const groupOf = new Map(groups.flatMap(({ name = '', tags }) => listOf(tags).map((tag) => [tag, name])))
  const tags = listOf(contract['tags']).map((tag) => {
    const parent = groupOf.get(objectOf(tag)['name'] ?? '')
    return { ...objectOf(tag), ...(parent !== undefined && { parent }) }
  })
  return [...groups.map(({ name = '' }) => ({ name })), ...tags]
}

/** Tags without operations: the page's search covers the names and texts of tags. */
const tagsOf = ({ tag, title, text, parts }: Section): Json[] => [
  { name: tag, 'x-displayName': title, description: text },
  ...parts.map((part) => ({
    name: `${tag}-${part.title}`,
    'x-displayName': part.title,
    description: part.text,
    parent: tag,
  })),
]

/** The contract as the reference displays it: with guides, codes, and samples in three languages. */
export function referenceDocument(contract: JsonObject, { title, guides, codes }: ReferenceOptions): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const operation of operationsOf(contract)) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method]: presented(contract, operation) }
  }
  // The license applies to the software, not to the service that the reference describes.
  const { license: _license, ...info } = objectOf(contract['info'])
  const { 'x-tagGroups': _groups, externalDocs: _thisPage, ...rest } = contract
  const components = objectOf(contract['components'])
  const parameters = Object.entries(objectOf(components['parameters'])).map(([name, one]) => [
    name,
    withoutExample(one),
  ])
  return {
    ...rest,
    components: { ...components, parameters: Object.fromEntries(parameters) },
    info: { ...info, title },
    servers: [{ url: originPlaceholder, description: 'The host that serves this page.' }],
    tags: [...guides.flatMap(tagsOf), ...nestedTags(contract), ...codes.flatMap(tagsOf)],
    paths,
  }
}
