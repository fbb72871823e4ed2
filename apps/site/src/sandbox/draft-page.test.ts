import { describe, expect, test } from 'vitest'
import { draftPage, fieldsOf, filled } from './draft-page.ts'

describe('a template with its values', () => {
  test.each([
    ['Hello {{first_name}}', 'Hello Dana'],
    ['{{ nick ?? "friend" }}', 'friend'],
    ['{{missing}}', '{{missing}}'],
    ['{{#if city}}in {{city}}{{/if}}', 'in Tulsa'],
    ['{{#if empty}}shown{{/if}}{{#if missing}}{{city}}{{/if}}!', '!'],
    ['{{#if city}}{{#if empty}}no{{/if}}yes{{/if}}', 'yes'],
    ['{{constructor}} {{toString ?? "x"}}', '{{constructor}} x'],
    ['{{else}} {{ open', '{{else}} {{ open'],
  ])('%s becomes %s', (template, html) => {
    expect(filled(template, { first_name: 'Dana', city: 'Tulsa', empty: '' })).toBe(html)
  })

  test('a value is text, whatever it holds', () => {
    expect(filled('<p title="{{a}}">{{a}}</p>', { a: `"><script>'&` })).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</p>',
    )
  })
})

test('the fields of all templates, each once', () => {
  expect(fieldsOf(['{{b}} {{a ?? "x"}}', '{{#if c}}{{b}}{{/if}}'])).toEqual(['b', 'a', 'c'])
})

test('the draft is a page of the piece with its bleed, and loads nothing', () => {
  const page = draftPage('<h1>{{a}}</h1>', { a: '1' }, '4.25x6', '')
  expect(page).toContain('width: 6.25in; height: 4.5in')
  expect(page).toContain(`content="default-src 'none'; img-src data:; font-src 'self'; style-src 'unsafe-inline'"`)
  expect(page).toContain('<h1>1</h1>')
})
