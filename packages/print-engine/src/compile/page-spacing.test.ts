import { describe, expect, test } from 'vitest'
import { compile, drawn, findPhoto, lintOf } from '../../test/compiling.ts'

const styleOf = (html: string) => compile(html).render({}, findPhoto).html

describe('the margin of the body', () => {
  test.each([
    ['margin:1in', '--page-margin-top:1in;--page-margin-right:1in;--page-margin-bottom:1in;--page-margin-left:1in;'],
    [
      'margin:1in 2in',
      '--page-margin-top:1in;--page-margin-right:2in;--page-margin-bottom:1in;--page-margin-left:2in;',
    ],
    [
      'margin:0 auto 3in',
      '--page-margin-top:0px;--page-margin-right:0px;--page-margin-bottom:3in;--page-margin-left:0px;',
    ],
    ['margin-left:calc(1in + 2px)!important', '--page-margin-left:calc(1in + 2px)!important;'],
    ['margin-block:1in 2in', '--page-margin-top:1in;--page-margin-bottom:2in;'],
    ['margin-inline:1in', '--page-margin-left:1in;--page-margin-right:1in;'],
    ['margin-inline-end:5%', '--page-margin-right:5%;'],
    [
      'padding:1in/**/2in',
      '--page-padding-top:1in;--page-padding-right:2in;--page-padding-bottom:1in;--page-padding-left:2in;',
    ],
    ['padding-bottom:inherit', '--page-padding-bottom:0px;'],
    ['margin:1in 2in 3in 4in 5in', ''],
    ['margin:"1in"', ''],
  ])('%s', (declaration, variables) => {
    expect(drawn(`<style>body{${declaration}}</style>`)).toContain(`;${variables}}`)
    expect(drawn(`<style>body{${declaration}}</style>`).match(/--page/g)?.length ?? 0).toBe(
      variables.match(/--page/g)?.length ?? 0,
    )
    expect(lintOf(`<style>body{${declaration}}</style>`)).toEqual([])
  })

  test.each(['body', 'BODY.a', 'html > body', 'h1, body', 'body:lang(en)', '@media print{body', ':is(body)'])(
    'is found in a rule for %s',
    (selector) => {
      const end = selector.startsWith('@') ? '}}' : '}'
      expect(drawn(`<style>${selector}{margin:1in${end}</style>`)).toContain('--page-margin-top:1in')
    },
  )

  test('is not taken from other elements, unless the body has a class that their rules may use', () => {
    expect(drawn('<style>.letter{margin:1in}</style>')).toBe('<style>.letter{margin:1in;}</style>')
    const html = '<body class="letter"><style>.letter{margin:1in}</style>'
    expect(drawn(html)).toContain('--page-margin-top:1in')
  })

  test('is found in the style attribute of the body', () => {
    expect(styleOf('<body style="margin:1in">x')).toContain('<piece-page style="margin:1in;--page-margin-top:1in;')
  })
})

describe('the margins of all pages', () => {
  test.each([
    ['@page{margin:0.5in 1in}', 'padding:0.5in 1in 0.5in 1in!important;', 'calc(4.5in - 0.5in - 0.5in)'],
    ['@page{margin:1in;margin-top:20mm}', 'padding:20mm 1in 1in 1in!important;', 'calc(4.5in - 20mm - 1in)'],
    ['@page{margin:10%}', 'padding:0.45in 0.625in 0.45in 0.625in!important;', 'calc(4.5in - 0.45in - 0.45in)'],
    ['@media print{@page{margin-left:1in}}', 'padding:0in 0in 0in 1in!important;', 'calc(4.5in - 0in - 0in)'],
    ['p{top:0}', 'padding:0in 0in 0in 0in!important;', 'calc(4.5in - 0in - 0in)'],
  ])('of %s', (css, padding, height) => {
    const html = styleOf(`<style>${css}</style>`)
    expect(html).toContain(padding)
    expect(html).toContain(`height:${height}!important`)
    expect(lintOf(`<style>${css}</style>`)).toEqual([])
  })

  test.each([
    ['@page :first{margin:1in}', ['1:8 css_at_rule_not_allowed']],
    ['@page wide{margin:1in}', ['1:8 css_at_rule_not_allowed']],
    ['@page{size:letter;margin:1in}', ['1:14 css_no_effect']],
    ['@page{color:red}', ['1:14 css_property_not_allowed']],
    ['@page{margin:url(//192.0.2.1)}', ['1:21 address_not_allowed']],
    ['@page{margin:"1in"}', ['1:21 css_value_not_allowed']],
    ['@page{margin:-1in}', ['1:21 css_value_not_allowed']],
    ['@page{margin:var(--x)}', ['1:21 css_value_not_allowed']],
    ['@page{margin:2em}', ['1:21 css_value_not_allowed']],
    ['@page{@top-center{content:"x"}}', ['1:14 css_at_rule_not_allowed']],
  ])('of %s are refused', (css, findings) => {
    expect(lintOf(`<style>${css}</style>`)).toEqual(findings)
    expect(drawn(`<style>${css}</style>`)).toBe('<style></style>')
  })
})

describe('a declaration without effect on a page', () => {
  test.each([
    ['body{width:6in}', true],
    ['body{max-width:600px;margin:0 auto}', true],
    ['html body.a{height:4.25in}', true],
    ['body{width:100%;height:100vh;max-width:none}', false],
    ['body>p{width:6in}', false],
    ['body,p{width:6in}', false],
    ['html{margin:1in}', true],
    [':root{padding-left:1in}', true],
    ['html{margin:0;padding:0 0}', false],
  ])('%s is reported: %s', (css, isReported) => {
    const found = lintOf(`<style>${css}</style>`).filter((finding) => finding.endsWith('css_no_effect'))
    expect(found).toHaveLength(isReported ? 1 : 0)
  })
})
