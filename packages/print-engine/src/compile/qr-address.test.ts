import { describe, expect, test } from 'vitest'
import { compile, drawn, findPhoto, lintOf } from '../../test/compiling.ts'
import { intrusionsIn } from '../../test/inspect-output.ts'

const code = (value: string) => `<qr-code value="${value}"></qr-code>`

describe('the element of a QR code', () => {
  test.each([
    'https://example.com/spring',
    'HTTP://EXAMPLE.COM',
    'https://example.com/{{a}}?b=1&amp;c={{b}}',
    '{{address}}',
    ' https://example.com ',
    'https{{rest}}',
    '{{#if a}}https://example.com/{{a}}{{/if}}',
  ])('may contain %s', (value) => {
    expect(lintOf(code(value))).toEqual([])
  })

  test('is an empty box that keeps its URL', () => {
    const output = compile(code('https://example.com/{{id}}?a=1&amp;b=2')).render({ id: '7"><img>' }, findPhoto)
    expect(output.findings).toEqual([])
    expect(output.html).toContain('<qr-code value="https://example.com/7&quot;&gt;&lt;img&gt;?a=1&amp;b=2"></qr-code>')
    expect(intrusionsIn(output.html)).toEqual([])
  })

  test('is closed immediately, even if it was left open', () => {
    expect(drawn('<p><qr-code class="q" value="https://example.com"/>after it</p>')).toBe(
      '<p><qr-code class="q" value="https://example.com"></qr-code>after it</p>',
    )
  })

  test('uses the fields of its URL', () => {
    const { fields, render } = compile(code('https://example.com/{{id}}'))
    expect(fields.map(({ name }) => name)).toEqual(['id'])
    const { html, findings } = render({}, findPhoto)
    expect(findings.map(({ code }) => code)).toEqual(['missing_field'])
    expect(html).toContain('<qr-code value=""></qr-code>')
  })

  test.each([
    ['<qr-code></qr-code>', '1:1'],
    [code(''), '1:10'],
    [code('  '), '1:10'],
    [code('example.com'), '1:10'],
    [code('https://'), '1:10'],
    [code('https://example.com/a b'), '1:10'],
    [code('javascript:alert(1)'), '1:10'],
    [code('mailto:{{email}}'), '1:10'],
    [code('www.{{domain}}'), '1:10'],
  ])('is refused in %s', (html, place) => {
    expect(lintOf(html)).toEqual([`${place} qr_address_not_allowed`])
    expect(drawn(`${html}after it`)).toBe('after it')
  })

  test('is refused with a URL that is too long', () => {
    expect(lintOf(code(`https://example.com/${'x'.repeat(400)}`))).toEqual(['1:10 qr_address_too_long'])
  })

  test.each([
    ['{{a}}', { a: 'example.com' }, 'qr_address_not_allowed'],
    ['{{a}}', { a: 'tel:+15550100' }, 'qr_address_not_allowed'],
    ['https://{{a}}', { a: 'example.com/x y' }, 'qr_address_not_allowed'],
    ['{{#if a}}https://{{a}}{{/if}}', {}, 'qr_address_not_allowed'],
    ['https://example.com/{{a}}', { a: 'x'.repeat(400) }, 'qr_address_too_long'],
    ['https://example.com/{{a}}', { a: 'é'.repeat(200) }, 'qr_address_too_long'],
  ])('with the URL %s and %j has a finding', (value, values: Record<string, string>, problem) => {
    const { html, findings } = compile(code(value)).render(values, findPhoto)
    expect(findings).toMatchObject([{ code: problem, line: 1, column: 10 }])
    expect(html).toContain('<qr-code value=""></qr-code>')
  })

  test('with a space in its URL gets a remedy', () => {
    const { findings } = compile(code('https://example.com/{{a}}')).render({ a: 'Dana Sample' }, findPhoto)
    expect(findings).toMatchObject([
      { allowed: expect.stringMatching(/no spaces$/), remedy: expect.stringMatching(/%20/) },
    ])
  })
})
