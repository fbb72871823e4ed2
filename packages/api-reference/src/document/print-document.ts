import { type JsonObject, isObject, type Json, listOf, objectOf, operationsOf, textOf } from './contract.ts'
import { underHeadings } from './headings.ts'

const info = {
  title: 'Print API',
  summary: 'Proofs, prices, and mail: postcards and letters, their templates, images, and fonts.',
  description: `Proof, mail, and track postcards and letters, get prices, and store templates, images, and fonts.

- Every failure is a problem document (RFC 9457, \`application/problem+json\`) with a stable \`code\`.
- An unknown field is rejected with 400.
- Lists are plain arrays. The total number of matches is in \`X-Total-Count\`, and the next page is in
  \`Link: <...>; rel="next"\`; use that URL unchanged, because its cursor is opaque.
- Writes that create a record accept an \`Idempotency-Key\`: requests with the same key create one record and get the same
  response. Webhooks are the exception.
`,
}

const isPrint = (path: string) => path.startsWith('/v1/')

/** The customer area calls some of these operations with a session instead of a key. It then sends the mode. */
const isOfSession = (member: Json) =>
  'memberSession' in objectOf(member) || objectOf(member)['$ref'] === '#/components/parameters/Mode'

/** A path as called with a key. */
const withKey = (item: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      Object.fromEntries(
        Object.entries(objectOf(operation)).map(([name, value]) => [
          name,
          name === 'security' || name === 'parameters' ? listOf(value).filter((one) => !isOfSession(one)) : value,
        ]),
      ),
    ]),
  )

/** References to components, as kind and name, anywhere below a value. */
function referencesIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (!isObject(value)) return []
  const own = /^#\/components\/(\w+\/[\w-]+)$/.exec(textOf(value['$ref']))?.[1]
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(referencesIn)]
}

/** The components that these paths use, directly or indirectly, and their security schemes. */
function usedComponents(contract: JsonObject, paths: JsonObject): JsonObject {
  const components = objectOf(contract['components'])
  const requirements = operationsOf({ paths }).flatMap(({ node }) => listOf(node['security']))
  const schemes = requirements.flatMap((one) => Object.keys(objectOf(one)))
  const used = new Set([...schemes.map((name) => `securitySchemes/${name}`), ...referencesIn(paths)])
  for (const pointer of used) {
    const [kind = '', name = ''] = pointer.split('/')
    for (const reference of referencesIn(objectOf(components[kind])[name])) used.add(reference)
  }
  const kept = Object.entries(components).map(([kind, named]) => {
    const own = Object.entries(objectOf(named)).filter(([name]) => used.has(`${kind}/${name}`))
    return [kind, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(kept.filter(([, named]) => Object.keys(named).length > 0))
}

/** The contract of the print API alone: its customers' operations, under the headings of their reference. */
export function printDocument(contract: JsonObject): JsonObject {
  const { version, license } = objectOf(contract['info'])
  const paths = Object.fromEntries(
    Object.entries(objectOf(contract['paths'])).flatMap(([path, item]) =>
      isPrint(path) ? [[path, withKey(objectOf(item))]] : [],
    ),
  )
  const components = usedComponents(contract, paths)
  // These few headings need no groups.
  const { 'x-tagGroups': _groups, ...document } = underHeadings({
    ...contract,
    info: { ...info, version, license },
    externalDocs: { description: 'Guides, samples, and the meaning of every code', url: '/api/docs' },
    paths,
    components,
  })
  return document
}
