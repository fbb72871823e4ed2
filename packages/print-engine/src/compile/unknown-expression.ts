import type { FindingDetails } from './finding.ts'

/** Later expressions of another template language's block, whose opening expression has been reported. */
const closingOfBlock = /^\/\s*(\w+)$/
const openingOfBlock = /^#\s*(\w+)/

const remedies: readonly [RegExp, string][] = [
  [/^\{/, 'Remove the third brace. Values are always printed as text and never become HTML.'],
  [
    /^#\s*(?:each|for|foreach|repeat|with)\b|^(?:each|for)\s/,
    'Templates have no loops. Give each item its own field, such as item_1 and item_2, and put it in {{#if item_1}}…{{/if}}.',
  ],
  [/^>/, 'Templates have no partials. Copy the HTML into the template.'],
  [/^!/, 'Write comments as <!-- … -->.'],
  [/^else\s*if|^elif|^elsif/, 'Put another {{#if field}}…{{/if}} between {{else}} and {{/if}}. There is no "else if".'],
  [
    /^#\s*(?:if|unless)\s+\S+\s+\S|^#\s*(?:if|unless)\s*[!("']/,
    'A condition names one field, and is met if the field has a value. Send a field for each case, or use {{#unless field}}.',
  ],
  [/\?\?\s*[“”„‘’‚«»]|&quot;|&#39;/, 'Put the text after ?? in straight quotes: {{field ?? "text"}}.'],
  [/\?\?/, 'Put the text after ?? in quotes, on the same line: {{field ?? "text"}}.'],
  [/[|(=]/, 'Templates have no functions or filters. Format the value before you send it.'],
  [/^\w[\w.-]*(?:\s+[\w.-]+)+$/, 'Field names have no spaces: write first_name, first-name, or first.name.'],
]

const general =
  'A field name consists of letters from A to Z, digits, and underscores, with hyphens and dots in between. Write {&#123; to print two braces.'

/**
 * Explains an expression outside the template language. Undefined for the end of a reported block: both are one
 * mistake.
 */
export function explainUnknown(expression: string, reportedBlocks: Set<string>): FindingDetails | undefined {
  const inside = expression.slice(2, -2).trim()
  const [, closed] = closingOfBlock.exec(inside) ?? []
  if (closed !== undefined && reportedBlocks.has(closed)) return undefined
  const [, opened] = openingOfBlock.exec(inside) ?? []
  if (opened !== undefined) reportedBlocks.add(opened)
  return { remedy: remedies.find(([pattern]) => pattern.test(inside))?.[1] ?? general }
}
