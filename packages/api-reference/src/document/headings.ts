import { type JsonObject, listOf, objectOf, type Operation, operationsOf, securityOf, textOf } from './contract.ts'

/** A heading of the reference, under which operations are listed. */
interface Heading {
  /** Unique. Part of its operations' URLs. */
  tag: string
  title: string
  description: string
  holds: (operation: Operation) => boolean
}

interface HeadingGroup {
  name: string
  headings: readonly Heading[]
}

const hasTag = (operation: Operation, tag: string) => listOf(operation.node['tags']).includes(tag)

/** Includes signing in, which needs no session yet. */
const isForStaff = (operation: Operation): boolean =>
  securityOf(operation).schemes.includes('staffSession') || hasTag(operation, 'navigation') || hasTag(operation, 'auth')

const below = (tag: string, title: string, description: string, paths: RegExp): Heading => ({
  tag,
  title,
  description,
  holds: ({ path }) => paths.test(path),
})

const site = (tag: string, title: string, description: string): Heading => ({
  tag: `site-${tag}`,
  title,
  description,
  holds: (operation) => hasTag(operation, tag) && !isForStaff(operation),
})

/** The staff headings are the contract's tags, in its order. */
const staffHeadings = (contract: JsonObject): Heading[] =>
  listOf(contract['tags'])
    .map(objectOf)
    .map((tag) => ({
      tag: `staff-${textOf(tag['name'])}`,
      title: textOf(tag['x-displayName']) || textOf(tag['name']),
      description: textOf(tag['description']),
      holds: (operation) => hasTag(operation, textOf(tag['name'])) && isForStaff(operation),
    }))

/** The order in which a developer reads the operations: print first, then those of the site, the service, and staff. */
const groupsOf = (contract: JsonObject): readonly HeadingGroup[] => [
  {
    name: 'Print',
    headings: [
      below(
        'proofs',
        'Proofs',
        'Render a postcard or a letter as a PDF, images, and a report.',
        /^\/v1\/(postcards|letters|proofs)/,
      ),
      below('pieces', 'Pieces', 'Sent pieces: statuses, events, and cost.', /^\/v1\/(pieces|events|usage|tracking)/),
      below('webhooks', 'Webhooks', 'Events of your pieces, sent to your server as they happen.', /^\/v1\/webhook/),
      below('quotes', 'Prices', 'The price of pieces at each quantity.', /^\/v1\/quotes/),
      below('templates', 'Templates', 'Your own HTML, with versions.', /^\/v1\/templates/),
      below('assets', 'Assets', 'Images and fonts for your templates.', /^\/v1\/assets/),
      below('sandbox-keys', 'Sandbox keys', 'Keys that work for 14 days, without an account.', /^\/v1\/sandbox-keys/),
    ],
  },
  {
    name: 'Website',
    headings: [
      site('leads', 'Demo requests', 'Submissions of the demo form.'),
      site('samples', 'Free samples', 'Requests for printed samples.'),
      site('templates', 'Sample templates', 'Templates that visitors choose from.'),
      below('short-links', 'Short links', 'Redirects from the codes on printed pieces.', /^\/q\//),
      site('pricing', 'Price cards', 'The products that the site shows with a price.'),
      site('account', 'Customer account', 'Signing in, members, keys, and statements.'),
    ],
  },
  {
    name: 'Service',
    headings: [
      site('health', 'Health', 'Probes for load balancers and orchestrators.'),
      below(
        'documents',
        'OpenAPI',
        'The contract as a document, for code generators and other tools.',
        /\/openapi\.json$/,
      ),
      site('browser', 'Browser reports', 'Reports that browsers send about our pages.'),
    ],
  },
  { name: 'Staff', headings: staffHeadings(contract) },
]

/** @throws {Error} for an operation without a heading, which would be missing from the reference */
function headingOf(groups: readonly HeadingGroup[], operation: Operation): Heading {
  const heading = groups.flatMap(({ headings }) => headings).find(({ holds }) => holds(operation))
  if (!heading) throw new Error(`No heading of the API reference holds ${textOf(operation.node['operationId'])}`)
  return heading
}

/**
 * Replaces the tags of a contract's operations with the headings of the reference.
 * @throws {Error} for an operation without a heading
 */
export function underHeadings(contract: JsonObject): JsonObject {
  const headingGroups = groupsOf(contract)
  const used = new Set<Heading>()
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const operation of operationsOf(contract)) {
    const heading = headingOf(headingGroups, operation)
    used.add(heading)
    const { path, method, node } = operation
    paths[path] = { ...paths[path], [method]: { ...node, tags: [heading.tag] } }
  }
  const groups = headingGroups
    .map(({ name, headings }) => ({ name, headings: headings.filter((heading) => used.has(heading)) }))
    .filter(({ headings }) => headings.length > 0)
  return {
    ...contract,
    tags: groups.flatMap(({ headings }) =>
      headings.map(({ tag, title, description }) => ({ name: tag, 'x-displayName': title, description })),
    ),
    'x-tagGroups': groups.map(({ name, headings }) => ({ name, tags: headings.map(({ tag }) => tag) })),
    paths,
  }
}
