import { originPlaceholder } from '../origin-placeholder.ts'
import { samplesOf } from '../samples/samples.ts'
import { type JsonObject, objectOf, operationsOf, securityOf } from './contract.ts'
import { headingGroups, headingOf } from './headings.ts'

/** What the page adds to the contract. */
export interface ReferenceOptions {
  /** Shown above the operations, in Markdown. */
  guides: string
  title: string
}

/**
 * The contract as the reference shows it: with guides, operations under the headings of a reader, and samples in three
 * languages. The contract itself says the same about every operation.
 */
export function referenceDocument(contract: JsonObject, { guides, title }: ReferenceOptions): JsonObject {
  const operations = operationsOf(contract)
  const used = new Set(operations.map((operation) => headingOf(operation).tag))
  const groups = headingGroups
    .map(({ name, headings }) => ({ name, headings: headings.filter(({ tag }) => used.has(tag)) }))
    .filter(({ headings }) => headings.length > 0)

  const paths: Record<string, Record<string, JsonObject[string]>> = {}
  for (const operation of operations) {
    const { path, method, node } = operation
    paths[path] ??= { ...objectOf(objectOf(contract['paths'])[path]) }
    paths[path][method] = {
      ...node,
      tags: [headingOf(operation).tag],
      // A requirement that is empty alone means that no key is read, not that one may be sent.
      ...(securityOf(operation).schemes.length === 0 && { security: [] }),
      'x-codeSamples': samplesOf(contract, operation).map((sample) => ({ ...sample })),
    }
  }
  // The license is that of the software, not of the service that the reference is about.
  const { license: _license, ...info } = objectOf(contract['info'])
  return {
    ...contract,
    info: { ...info, title, description: guides },
    servers: [{ url: originPlaceholder, description: 'The host that serves this page.' }],
    tags: groups.flatMap(({ headings }) =>
      headings.map(({ tag, title: displayName, description }) => ({
        name: tag,
        'x-displayName': displayName,
        description,
      })),
    ),
    'x-tagGroups': groups.map(({ name, headings }) => ({ name, tags: headings.map(({ tag }) => tag) })),
    paths,
  }
}
