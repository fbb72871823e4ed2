import { describe, expect, test } from 'vitest'
import { compile, drawn, findPhoto, lintOf } from '../../test/compiling.ts'
import { templateFindingKinds } from './finding.ts'
import { templateLimits } from './limits.ts'

describe('fields', () => {
  test('are listed in the order of their first use, with their places', () => {
    const { fields } = compile('<p>Dear {{first_name}},\n {{city ?? "your town"}} and {{ first_name }}</p>')
    expect(fields).toEqual([
      { name: 'first_name', required: true, line: 1, column: 9 },
      { name: 'city', required: false, line: 2, column: 2 },
    ])
  })

  test.each([
    ['{{a}}', true],
    ['{{a ?? "x"}}', false],
    ['{{a ?? "x"}} {{a}}', true],
    ['{{a}} {{a ?? "x"}}', true],
    ['{{#if a}}yes{{/if}}', false],
    ['{{#if a}}{{a}}{{/if}}', false],
    ['{{#if a}}{{a}}{{/if}}{{a}}', true],
    ['{{#if b}}{{a}}{{/if}}', true],
    ['{{#if a}}{{a}}{{else}}b{{/if}}', false],
    ['{{#if a}}b{{else}}{{a}}{{/if}}', true],
    ['{{#unless a}}b{{else}}{{a}}{{/unless}}', false],
    ['{{#unless a}}{{a}}{{/unless}}', true],
    ['{{#if a}}{{#unless b}}{{a}}{{/unless}}{{/if}}', false],
    ["{{a ?? 'x'}}", false],
    ['<p class="{{a}}"></p>', true],
    ['<img src="asset:{{a}}">', true],
  ])('a is a field in %s, required: %s', (html, required) => {
    expect(compile(html).fields.find(({ name }) => name === 'a')?.required).toBe(required)
  })

  test('in comments and in omitted elements do not count', () => {
    expect(compile('<!-- {{a}} {{#if b}} --><script>{{c}}</script><title>{{d}}</title>').fields).toEqual([])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '0'])(
    '%s is a valid name like any other',
    { tags: ['G05', 'G09'] },
    (name) => {
      const html = `<p>{{${name}}}</p>`
      expect(compile(html).fields.map((field) => field.name)).toEqual([name])
      expect(compile(html).render({}, findPhoto).findings).toMatchObject([{ code: 'missing_field', field: name }])
      expect(drawn(html, Object.fromEntries([[name, 'Dana']]))).toBe('<p>Dana</p>')
      expect(drawn(`{{#if ${name}}}yes{{/if}}`)).toBe('')
      expect(compile('<p></p>').render(Object.fromEntries([[name, 'Dana']]), findPhoto).findings).toMatchObject([
        { code: 'unused_field', field: name },
      ])
    },
  )
})

describe('a rendering', () => {
  test.each([
    ['{{a}}', { a: '<b> & "\'' }, '&lt;b&gt; &amp; &quot;&apos;'],
    ['<p title="{{a}}"></p>', { a: '"><script>' }, '<p title="&quot;&gt;&lt;script&gt;"></p>'],
    ['<p title={{a}}></p>', { a: 'x onclick=y' }, '<p title="x onclick=y"></p>'],
    ['{{a ?? "<friend>"}}', {}, '&lt;friend&gt;'],
    ['{{a ?? "friend"}}', { a: ' ' }, 'friend'],
    ['{{a ?? ""}}', {}, ''],
    ['<p title="{{a ?? "in quotes"}}"></p>', {}, '<p title="in quotes"></p>'],
    ['{{#if a}}yes {{a}}{{/if}}no', {}, 'no'],
    ['{{#if a}}yes {{a}}{{/if}}', { a: '1' }, 'yes 1'],
    ['{{#if a}}yes{{/if}}', { a: '\t ' }, ''],
    ['{{#if a}}A{{#if b}}B{{/if}}C{{/if}}', { a: '1' }, 'AC'],
    ['{{#if a}}A{{#if b}}B{{/if}}C{{/if}}', { b: '1' }, ''],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: '1' }, 'yes'],
    ['{{#if a}}yes{{else}}no{{/if}}', {}, 'no'],
    ['{{#if a}}yes{{else}}no{{/if}}', { a: 'false' }, 'no'],
    ['{{#if a}}yes{{ else }}no{{/if}}', { a: '0' }, 'yes'],
    ['{{#unless a}}no{{/unless}}', {}, 'no'],
    ['{{#unless a}}no{{else}}yes {{a}}{{/unless}}', { a: '1' }, 'yes 1'],
    ['{{#if a}}A{{#if b}}B{{else}}b{{/if}}{{else}}a{{#unless b}}b{{/unless}}{{/if}}!', { a: '1' }, 'Ab!'],
    ['{{#if a}}A{{#if b}}B{{else}}b{{/if}}{{else}}a{{#unless b}}b{{/unless}}{{/if}}!', {}, 'ab!'],
    ['<p class="{{#if gold}}gold{{else}}plain{{/if}}"></p>', {}, '<p class="plain"></p>'],
    ['{{first-name}} {{order.total_1}}', { 'first-name': 'Dana', 'order.total_1': '5' }, 'Dana 5'],
    ["{{a ?? 'it\"s'}}", {}, 'it&quot;s'],
    [`<p title="{{a ?? 'in quotes'}}"></p>`, {}, '<p title="in quotes"></p>'],
    ['<p class="card {{#if gold}}gold{{/if}}"></p>', { gold: 'y' }, '<p class="card gold"></p>'],
    ['{&#123;a}}', {}, '{{a}}'],
    ['{{a}}', { a: '{{b}} {{#if c}}' }, '{{b}} {{#if c}}'],
  ])('of %s with %j is %s', (html, values: Record<string, string>, output) => {
    expect(lintOf(html)).toEqual([])
    expect(drawn(html, values)).toBe(output)
  })

  test('keeps rows of a table under their condition', () => {
    const html = '<table><tbody>{{#if a}}<tr><td>{{a}}</td></tr>{{/if}}<tr><td>last</td></tr></tbody></table>'
    expect(lintOf(html)).toEqual([])
    expect(drawn(html, { a: '1' })).toBe('<table><tbody><tr><td>1</td></tr><tr><td>last</td></tr></tbody></table>')
    expect(drawn(html)).toBe('<table><tbody><tr><td>last</td></tr></tbody></table>')
  })

  test('keeps rows of a table on either side of an else', () => {
    const html = '<table><tbody>{{#if a}}<tr><td>{{a}}</td></tr>{{else}}<tr><td>none</td></tr>{{/if}}</tbody></table>'
    expect(lintOf(html)).toEqual([])
    expect(drawn(html, { a: '1' })).toBe('<table><tbody><tr><td>1</td></tr></tbody></table>')
    expect(drawn(html)).toBe('<table><tbody><tr><td>none</td></tr></tbody></table>')
  })

  test('reports missing and unused fields together, each once and with its position', () => {
    const template = compile('<p>{{a}} {{b ?? "x"}}\n{{c}} {{c}} {{#if d}}{{e}}{{/if}}</p>')
    expect(template.render({ c: ' ', z: '1', y: '2', tracking_token: 't' }, findPhoto).findings).toMatchObject([
      { code: 'unused_field', field: 'z', severity: 'warning' },
      { code: 'unused_field', field: 'y' },
      { code: 'missing_field', field: 'a', severity: 'error', line: 1, column: 4 },
      { code: 'missing_field', field: 'c', line: 2, column: 1 },
    ])
  })

  test('reports missing fields inside a condition only when it is true', () => {
    expect(compile('{{#if d}}{{e}}{{/if}}').render({}, findPhoto).findings).toEqual([])
    expect(compile('{{#if d}}{{e}}{{/if}}').render({ d: '1' }, findPhoto).findings).toMatchObject([{ field: 'e' }])
  })

  test('removes control characters, truncates long values, and reports it', () => {
    const { html, findings } = compile('{{a}} {{b}}').render(
      { a: 'Da\u0000na\u0085\uD800', b: 'x'.repeat(templateLimits.valueLength + 1) },
      findPhoto,
    )
    expect(findings).toMatchObject([
      { code: 'value_has_control_characters', field: 'a' },
      { code: 'value_too_long', field: 'b', found: '2001 characters' },
    ])
    expect(html).toContain(`Dana\uFFFD ${'x'.repeat(templateLimits.valueLength)}<`)
  })

  test('removes characters that reverse the direction of the text after a value, and reports it', () => {
    const { html, findings } = compile('Hello {{a}}, $12').render({ a: '\u202EDana' }, findPhoto)
    expect(findings).toMatchObject([{ code: 'value_has_control_characters', field: 'a' }])
    expect(html).toContain('Hello Dana, $12')
  })

  test.each(['\u200B', '\u2060 \uFEFF', '\u3164', '\u00AD'])('treats the invisible value %j as missing', (a) => {
    expect(drawn('{{a ?? "neighbor"}}{{#if a}}, {{a}}{{/if}}', { a })).toBe('neighbor')
    expect(compile('{{a}}').render({ a }, findPhoto).findings).toMatchObject([{ code: 'missing_field', field: 'a' }])
    const image = '{{#if a}}<img src="asset:a">{{else}}<img src="asset:photo">{{/if}}'
    expect(compile(image).assetIds({ a })).toEqual(['photo'])
  })

  test('is the same when repeated, and from another compilation', () => {
    const html = '<style>p{color:red}</style><p>{{a}}</p><img src="asset:photo" alt="">'
    const template = compile(html)
    const outputs = [template, template, compile(html)].map(({ render }) => render({ a: '1' }, findPhoto).html)
    expect(new Set(outputs).size).toBe(1)
  })

  test('stops at the maximum output and returns an empty page', () => {
    const { html, findings } = compile('<p>{{a}}'.repeat(4000)).render({ a: '&'.repeat(2000) }, findPhoto)
    expect(findings.map(({ code }) => code)).toEqual(['output_too_large'])
    expect(html).toMatch(/<piece-page><\/piece-page>/)
  })
})

describe('errors in the expressions of a template', () => {
  test.each([
    ['a {{#each b}} c', ['1:3 unknown_expression']],
    ['{{else}}', ['1:1 else_not_allowed_here']],
    ['{{#if a}}b{{else}}c{{else}}d{{/if}}', ['1:20 else_not_allowed_here']],
    ['<p>{{#if a}}<b>{{else}}</b>{{/if}}</p>', ['1:16 else_not_allowed_here']],
    ['{{#if a}}b{{/unless}}', ['1:11 if_not_closed']],
    ['{{#unless a}}', ['1:1 if_not_closed']],
    ['{{/unless}}', ['1:1 if_not_opened']],
    ['{{#each a}}{{b}}{{/each}}', ['1:1 unknown_expression']],
    ['{{/each}}', ['1:1 unknown_expression']],
    ['{{#if a}}{{#each b}}{{/each}}{{/if}}', ['1:10 unknown_expression']],
    ['{{elsewhere}}', []],
    ['{{{a}}}', ['1:1 unknown_expression']],
    ['{{> partial}}', ['1:1 unknown_expression']],
    ['{{a.}}', ['1:1 unknown_expression']],
    ['{{-a}}', ['1:1 unknown_expression']],
    ['{{a ?? \'x"}}', ['1:1 unknown_expression']],
    ['{{}}', ['1:1 unknown_expression']],
    ['x\n{{a', ['2:1 unknown_expression']],
    ['{{a {{b}}', ['1:1 unknown_expression']],
    ['{{#if a}}', ['1:1 if_not_closed']],
    ['\n {{/if}}', ['2:2 if_not_opened']],
    ['<p>{{#if a}}</p><p>{{/if}}</p>', ['1:4 if_not_closed', '1:20 if_not_opened']],
    ['<p class="{{#if a}}">{{/if}}</p>', ['1:11 if_not_closed', '1:22 if_not_opened']],
    ['{{#if a}}'.repeat(9) + '{{/if}}'.repeat(9), ['1:73 if_nested_too_deeply']],
    ['<p {{a}}></p>', ['1:4 expression_not_allowed_here']],
    [
      '<p {{#if a}}class="b"{{/if}}></p>',
      ['1:4 expression_not_allowed_here', '1:22 html_syntax', '1:22 expression_not_allowed_here'],
    ],
    ['<p style="color:{{a}}"></p>', ['1:17 expression_not_allowed_here']],
    ['<svg><path fill="{{a}}"/></svg>', ['1:18 expression_not_allowed_here']],
    ['<style>\np{color:{{a}}}</style>', ['2:9 expression_not_allowed_here']],
    [`{{${'a'.repeat(65)}}}`, ['1:1 field_name_too_long']],
    ['\uFDD0', ['1:1 reserved_character']],
    [Array.from({ length: 101 }, (_, field) => `{{f${field}}}`).join('\n'), ['101:1 too_many_fields']],
  ])('%s', (html, findings) => {
    expect(lintOf(html)).toEqual(findings)
  })

  test.each([
    ['<div><b>x</div>', ['1:10 html_syntax']],
    ['<b><i>x</b></i>', ['1:8 html_syntax']],
    ['</b>x', ['1:1 html_syntax']],
    ['x\n<div>x', ['2:1 html_syntax']],
    ['<p>a<p>b<ul><li>a<li>b</ul>', []],
    ['<dl><dt>a<dd>b</dl><table><tr><th>a<td>b</table>', []],
    ['<div><p>a</div><p>b', []],
    ['a<br>b<hr><svg><path d="M0 0"/></svg>', []],
    ['{{#if a}}<b>{{a}}</b>{{else}}<i>b</i>{{/if}}', []],
    ['<style>p > b { color: red }</style><p><b>x</b></p>', []],
  ])('mismatched start and end tags: %s', (html, findings) => {
    expect(lintOf(html)).toEqual(findings)
  })

  test('omits a style that would contain a value', () => {
    expect(drawn('<p style="top:0;color:{{a}}">{{a}}</p>', { a: 'red' })).toBe('<p>red</p>')
    expect(drawn('<style>p{top:0;color:{{a}}}</style>{{a}}', { a: 'red' })).toBe('<style></style>red')
  })

  test('reports all errors together, in the order of the template', () => {
    expect(lintOf('{{/if}}\r\n<p {{a}}>{{b!}}</p>\r<script></script>\n{{#if c}}')).toEqual([
      '1:1 if_not_opened',
      '2:4 expression_not_allowed_here',
      '2:10 unknown_expression',
      '3:1 tag_not_allowed',
      '4:1 if_not_closed',
    ])
  })

  test('a finding has its position, the allowed forms, and a remedy', () => {
    expect(compile('<p>{{#each a}}</p>').lint).toEqual([
      {
        code: 'unknown_expression',
        severity: 'error',
        line: 1,
        column: 4,
        found: '{{#each a}}',
        allowed: '{{field}}, {{field ?? "text"}}, {{#if field}}…{{else}}…{{/if}}, and {{#unless field}}…{{/unless}}',
        remedy:
          'Templates have no loops. Give each item its own field, such as item_1 and item_2, and put it in {{#if item_1}}…{{/if}}.',
      },
    ])
  })

  test.each([
    ['{{#each items}}', /no loops/],
    ['{{#with order}}', /no loops/],
    ['{{> footer}}', /no partials/],
    ['{{!-- later --}}', /<!--/],
    ['{{{html}}}', /third brace/],
    ['{{else if b}}', /no "else if"/],
    ['{{#if plan == "gold"}}', /names one field/],
    ['{{#if !a}}', /#unless/],
    ['{{First_Name ?? “x”}}', /straight quotes/],
    ['{{First_Name ?? x}}', /in quotes/],
    ['{{First_Name ?? "x}}', /in quotes/],
    ['{{price | currency}}', /no functions or filters/],
    ['{{First Name}}', /no spaces/],
    ['{{größe}}', /letters from A to Z/],
    ['{{a', /Close the expression/],
  ])('%s has a specific remedy', (html, remedy) => {
    expect(compile(html).lint).toMatchObject([{ code: 'unknown_expression', remedy: expect.stringMatching(remedy) }])
  })

  test.each(Object.entries(templateFindingKinds))(
    '%s explains what to do in complete sentences',
    (code, { allowed, remedy }) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/)
      expect(remedy).toMatch(/^[A-Z].*\.$/)
      expect(allowed).not.toMatch(/^$|\.$/)
    },
  )
})
