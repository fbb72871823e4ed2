import { describe, expect, test } from 'vitest'
import { draftPage, fieldsOf, filled } from './draft-page.ts'

describe('a template with its values', () => {
  test.each([
    ['Hello {{first_name}}', 'Hello Dana'],
    ['{{ nick ?? "friend" }}', 'friend'],
    ['{{missing}}', '{{missing}}'],
    ['{{empty ?? "friend"}} {{empty}}', 'friend {{empty}}'],
    ['{{#if city}}in {{city}}{{/if}}', 'in Tulsa'],
    ['{{#if empty}}shown{{/if}}{{#if missing}}{{city}}{{/if}}!', '!'],
    ['{{#if city}}{{#if empty}}no{{/if}}yes{{/if}}', 'yes'],
    ['{{constructor}} {{toString ?? "x"}}', '{{constructor}} x'],
    ['{{else}} {{ open', '{{else}} {{ open'],
  ])('%s becomes %s', (template, html) => {
    expect(filled(template, { first_name: 'Dana', city: 'Tulsa', empty: '' })).toBe(html)
  })

  test('a value is always inserted as text', () => {
    expect(filled('<p title="{{a}}">{{a}}</p>', { a: `"><script>'&` })).toBe(
      '<p title="&quot;&gt;&lt;script&gt;&#39;&amp;">&quot;&gt;&lt;script&gt;&#39;&amp;</p>',
    )
  })
})

test('lists the fields of all templates, each once', () => {
  expect(fieldsOf(['{{b}} {{a ?? "x"}}{{tracking_token}}', '{{#if c}}{{b}}{{/if}}'])).toEqual(['b', 'a', 'c'])
})

const draft = {
  template: '<h1>{{a}}</h1>',
  values: { a: '1' },
  size: '4.25x6',
  image: (id: string) => `data:,${id}`,
  fontFaces: '',
} as const

test('the draft is one page of the piece with its bleed, and loads nothing', () => {
  const page = draftPage(draft, 1)
  expect(page).toContain('width: 6.25in !important; height: 4.5in !important')
  expect(page).toContain(`content="default-src 'none'; img-src data:; font-src 'self'; style-src 'unsafe-inline'"`)
  expect(page).toContain('<h1>1</h1>')
  expect(draftPage({ ...draft, template: '{{tracking_token}}' }, 1)).toContain('track_00000000000000000000')
})

test('a letter breaks into columns the size of its page, and the frame shows one of them', () => {
  const template = `<style>h2 { page-break-before: always } p { break-inside: avoid-page }</style><p style="break-after:page">a</p>`
  const page = draftPage({ ...draft, template, size: '8.5x11' }, 3)
  expect(page).toContain('column-width: 8.5in')
  expect(page).toContain('margin-left: -17in')
  expect(page).toContain('h2 { break-before: column } p { break-inside: avoid }')
  expect(page).toContain('style="break-after: column"')
})

test('an image used by a template or a value is drawn as a data URL', () => {
  const template = `<img src="asset:one"><div style="background: url(asset:two)"></div><img src='asset:{{a}}'>asset:three`
  expect(draftPage({ ...draft, template }, 1)).toContain(
    `<img src="data:,one"><div style="background: url(data:,two)"></div><img src='data:,1'>asset:three`,
  )
})
