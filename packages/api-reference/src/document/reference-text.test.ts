import { document } from '@app/contract'
import { expect, test } from 'vitest'
import { codeSections } from './code-sections.ts'
import { type JsonObject, listOf, objectOf, operationsOf, textOf } from './contract.ts'
import { guideSections } from './guides.ts'
import { printDocument } from './print-document.ts'
import { referenceDocument } from './reference-document.ts'
import { asHtml } from './reference-html.ts'
import { asMarkdown, referenceText } from './reference-text.ts'

const reference = referenceDocument(printDocument(document as JsonObject), {
  title: 'Print reference',
  guides: guideSections('customers'),
  codes: codeSections('customers'),
})
const blocks = referenceText(reference)
const textTitled = (title: string) => blocks.find((block) => block.title === title)?.text ?? ''

test('has every guide, operation, and code, each with a separate URL', () => {
  const tags = listOf(reference['tags']).map((tag) => textOf(objectOf(tag)['x-displayName']))
  const summaries = operationsOf(reference).map(({ node }) => textOf(node['summary']))
  expect(blocks.map(({ title }) => title).toSorted()).toEqual(['Print reference', ...tags, ...summaries].toSorted())
  expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
  expect(blocks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['tag/checks', 'tag/checks-image-resolution-low', 'tag/quotes/POST/v1/quotes']),
  )
})

test('links point to existing parts', () => {
  const ids = new Set(blocks.map(({ id }) => id))
  const links = [...asMarkdown(blocks, '/docs').matchAll(/\]\(([^)#]*)#([^)]+)\)/g)]
  expect(links.length).toBeGreaterThan(2)
  expect(links.filter(([, page, id = '']) => page !== '/docs' || !ids.has(id))).toEqual([])
})

test('an operation has its parameters, its fields at every depth, a sample, and its responses', () => {
  const text = textTitled('Create a letter')
  expect(text).toContain('`POST /v1/letters`')
  expect(text).toContain('- `Idempotency-Key` (`string`, header, optional): ')
  expect(text).toContain('- `To` (object, required): ')
  expect(text).toContain('  - `Zip` (`string`, required): ZIP Code or ZIP+4.')
  expect(text).toContain("- `Size` (`'8.5x11' | '8.5x14'`, required): ")
  expect(text).toContain("curl 'https://origin.invalid/v1/letters'")
  expect(text).toContain('- `202`: The proof is being rendered')
  expect(text).toMatch(/- `Price` \(object or null\): .*\n {2}- `Unit` \(`number`\): /)
  expect(textTitled('List templates')).toContain('- `House` (`boolean`): ')
  expect(textTitled('List deliveries of a webhook')).toContain(
    "- `Status` (`'waiting' | 'sent' | 'failed' | 'canceled'`, query, optional): ",
  )
  expect(textTitled('Create a webhook')).toMatch(
    /- `Types` \(`\('piece\.created' .* 'piece\.scanned'\)\[\] \| null`, optional\)/,
  )
})

test('HTML has the same content as Markdown, and text like <Key> is not an element', () => {
  const html = asHtml([
    { level: 2, id: 'tag/a', title: 'A & B', text: 'Send <Key> and `<b>`.\n\n```html\n<i>x</i>\n```' },
  ])
  expect(html).toContain('<h2 id="tag/a">A &amp; B</h2>')
  expect(html).toContain('<p>Send &lt;Key&gt; and <code>&lt;b&gt;</code>.</p>')
  expect(html).toContain('<pre tabindex="0"><code>&lt;i&gt;x&lt;/i&gt;</code></pre>')
  const whole = asHtml(blocks)
  expect(whole.match(/<h[123] /g)).toHaveLength(blocks.length)
  expect(whole.match(/<(?!\/?(?:h[1-3]|p|ul|ol|li|code|pre|table|thead|tbody|tr|th|td|a|strong|em|br)\b)/g)).toBeNull()
})
