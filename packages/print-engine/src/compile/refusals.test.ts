import { describe, expect, test } from 'vitest'
import { compile, drawn, findPhoto } from '../../test/compiling.ts'
import { intrusionsIn } from '../../test/inspect-output.ts'

/** The findings of a template, except those about its syntax. Expects that the output has no foreign content. */
function refused(html: string): string[] {
  const { lint, render } = compile(html)
  const output = render({}, findPhoto).html
  expect(intrusionsIn(output)).toEqual([])
  expect(output).not.toMatch(/192\.0\.2\.1/)
  return lint.filter(({ code }) => code !== 'html_syntax').map(({ code, line, column }) => `${line}:${column} ${code}`)
}

const htmlTags = `script iframe object embed form input button select textarea a video audio canvas template noscript frameset
  math marquee dialog piece-page slot plaintext xmp noembed portal base link center font map area picture source track
  applet bgsound layer keygen`
const svgTags = `use image foreignObject animate animateTransform animateMotion set script a style filter feImage marker symbol
  textPath switch view mpath audio iframe`

describe('elements', () => {
  // A frameset is not allowed in a body, so the parser drops it.
  test.each(htmlTags.split(/\s+/).filter((tag) => tag !== 'frameset'))('<%s>', (tag) => {
    expect(refused(`<b>x</b><${tag} src="http://192.0.2.1/" href="//192.0.2.1">`)).toEqual(['1:9 tag_not_allowed'])
  })

  test.each(svgTags.split(/\s+/))('<%s> in SVG', (tag) => {
    expect(refused(`<svg><${tag} href="http://192.0.2.1/#a"/></svg>`)[0]).toBe('1:6 tag_not_allowed')
  })

  test.each([
    ['<meta http-equiv="refresh" content="0;url=http://192.0.2.1/">', '1:1 tag_not_allowed'],
    ['<meta http-equiv=" refresh" content="0;url=http://192.0.2.1/">', '1:1 tag_not_allowed'],
    ['<meta charset="utf-8">', '1:1 meta_not_needed'],
    ['<meta http-equiv="Content-Type" content="text/html">', '1:1 meta_not_needed'],
  ])('%s', (html, code) => {
    expect(refused(html)).toEqual([code])
  })

  test('are removed with their content', () => {
    expect(drawn('a<iframe><p>b</p></iframe>c<a href="x">d</a>e')).toBe('ace')
  })
})

describe('attributes', () => {
  test.each([
    ['<p onclick="x()">', '1:4 attribute_not_allowed'],
    ['<svg onload=x>', '1:6 attribute_not_allowed'],
    ['<body onload=x>', '1:7 attribute_not_allowed'],
    ['<html manifest="http://192.0.2.1/">', '1:7 attribute_not_allowed'],
    ['<p background="http://192.0.2.1/">', '1:4 attribute_not_allowed'],
    ['<p __proto__="x">', '1:4 attribute_not_allowed'],
    ['<img srcset="//192.0.2.1 2x" src="asset:photo">', '1:6 attribute_not_allowed'],
    ['<svg><path xlink:href="//192.0.2.1#a"/></svg>', '1:12 attribute_not_allowed'],
    ['<svg><linearGradient href="http://192.0.2.1/#a"/></svg>', '1:22 attribute_not_allowed'],
    ['<style media="print">', '1:8 attribute_not_allowed'],
    ['<style type="text/less">', '1:8 attribute_value_not_allowed'],
    ['<svg xml:base="http://192.0.2.1/">', '1:6 attribute_not_allowed'],
  ])('%s', (html, code) => {
    expect(refused(html)).toEqual([code])
  })

  test.each([
    'http://192.0.2.1/a.png',
    '//192.0.2.1',
    'https:a',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'data:image/svg+xml,<svg/>',
    'javascript:x',
    'asset:',
    'asset:../a',
    'asset:a b',
    ' asset:a',
    'ASSET:a',
    'a.png',
    '',
    '#',
    '&#106;avascript:x',
    'java\tscript:x',
    'blob:x',
    '{{a}}',
  ])('an image at "%s"', (src) => {
    expect(refused(`<img src="${src}">`)).toEqual(['1:6 address_not_allowed'])
    expect(drawn(`<img src="${src}">`)).toBe('<img>')
  })
})

describe('styles', () => {
  test.each([
    ['@import "http://192.0.2.1/";', '1:8 css_at_rule_not_allowed'],
    ['@import url(http://192.0.2.1/);', '1:8 css_at_rule_not_allowed'],
    [String.raw`@\69mport "//192.0.2.1";`, '1:8 css_at_rule_not_allowed'],
    ['@font-face{font-family:x;src:url(http://192.0.2.1/)}', '1:37 address_not_allowed'],
    ['@page{size:99in}', '1:14 css_no_effect'],
    ['@page :left{size:99in}', '1:8 css_at_rule_not_allowed'],
    ['@namespace x "http://192.0.2.1/";', '1:8 css_at_rule_not_allowed'],
    ['@property --x{syntax:"<url>"}', '1:8 css_at_rule_not_allowed'],
    ['@keyframes a{from{top:0}}', '1:8 css_no_effect'],
    ['@media screen{p{top:0}}', '1:8 css_no_effect'],
    ['@media Only SCREEN and (min-width:4in),(prefers-contrast:more){p{top:0}}', '1:8 css_no_effect'],
    [String.raw`@supports (top:0){@media (\70refers-color-scheme:dark){p{top:0}}}`, '1:26 css_no_effect'],
    ['@media url(http://192.0.2.1){p{color:red}}', '1:15 address_not_allowed'],
    ['@supports (a:url(//192.0.2.1)){p{color:red}}', '1:21 address_not_allowed'],
    ['p{behavior:url(x.htc)}', '1:10 css_property_not_allowed'],
    ['p{-moz-binding:url(//192.0.2.1)}', '1:10 css_property_not_allowed'],
    ['p{filter:url(//192.0.2.1#a)}', '1:10 css_property_not_allowed'],
    ['p{*color:red}', '1:10 css_property_not_allowed'],
    ['p{animation:a 1s}', '1:10 css_no_effect'],
    ['p{transition-delay:1s}', '1:10 css_no_effect'],
    ['p{hyphens:auto}', '1:10 css_no_effect'],
    ['p{width:expression(alert(1))}', '1:16 css_function_not_allowed'],
    ['p{color:red!ie}', '1:10 css_syntax'],
    ['p{color:red}}', '1:20 css_syntax'],
    ['p{color:(red', '1:17 css_syntax'],
    ['p{color', '1:10 css_syntax'],
    ['p{content:"a\nb"}', '1:18 css_syntax'],
    ['p{content:"a', '1:18 css_syntax'],
    ['p{background:url(http://192.0.2.1', '1:21 css_syntax'],
    ['p{background:url(a b)}', '1:21 css_syntax'],
    ['p{background:url("a" b)}', '1:21 css_syntax'],
    ['{color:red}', '1:8 css_syntax'],
    ['p[a=url(//192.0.2.1)]{color:red}', '1:8 css_syntax'],
    ['p:x(a){color:red}', '1:10 css_function_not_allowed'],
    ['p{font-family:Arial}', '1:22 unknown_font'],
    ['p{font-family:"Instrument Sans",Arial}', '1:40 unknown_font'],
    ['p{font:12px/1 Arial}', '1:22 unknown_font'],
    ['p{font:caption}', '1:15 unknown_font'],
    ['p{font-family:serif}', '1:22 generic_font'],
    [`p{color:${'('.repeat(9)}}`, '1:23 css_nested_too_deeply'],
  ])('%s', (css, code) => {
    expect(refused(`<style>${css}</style>`)[0]).toBe(code)
  })

  test.each([
    'url(http://192.0.2.1/)',
    'URL( "http://192.0.2.1" )',
    'url(//192.0.2.1)',
    'url(javascript:x)',
    'url(data:image/png;base64,AA)',
    'url("data:image/svg+xml,<svg/>")',
    'url(x)',
    'url("")',
    'url(#)',
    'url(//192.0.2.1#a)',
    'url(asset:)',
    'url(asset:a/b)',
    String.raw`\75rl(http://192.0.2.1)`,
    String.raw`u\72l("//192.0.2.1")`,
    String.raw`url(\68ttp://192.0.2.1)`,
    'image-set("//192.0.2.1" 1x)',
    '-webkit-image-set(url(//192.0.2.1) 1x)',
    'image("//192.0.2.1")',
    'src("//192.0.2.1")',
    'cross-fade(url(x),url(y))',
    'element(#a)',
    'paint(x)',
    'attr(data-x type(<url>))',
    'env(x)',
    'var(--a, url(//192.0.2.1))',
    'if(style(--a):url(x))',
  ])('the value %s, in every position of a value', (value) => {
    const quoted = value.replaceAll('"', '&quot;')
    for (const html of [
      `<style>p{background:red ${value}}</style>`,
      `<style>p{--x:${value}}</style>`,
      `<p style="background:${quoted}"></p>`,
      `<p style="--x:${quoted}"></p>`,
      `<svg><rect fill="${quoted}"/></svg>`,
      `<svg><rect clip-path="${quoted}"/></svg>`,
    ]) {
      expect(refused(html)).toEqual([expect.stringMatching(/^1:\d+ (?:address_not_allowed|css_function_not_allowed)$/)])
      expect(drawn(html)).toMatch(/^(?:<style>p\{\}<\/style>|<p style=""><\/p>|<svg><rect><\/rect><\/svg>)$/)
    }
  })
})

test('a refusal has its position and a remedy', () => {
  expect(compile('<p>\n <img src="http://192.0.2.1/a.png">').lint).toEqual([
    {
      code: 'address_not_allowed',
      severity: 'error',
      line: 2,
      column: 7,
      found: 'src="http://192.0.2.1/a.png"',
      allowed: 'asset:<id>, with the ID of an uploaded asset',
      remedy: 'Upload the image and use its ID. A template loads nothing from other addresses.',
    },
  ])
  expect(compile('<style>p{font-family:Arial}</style>').lint).toMatchObject([
    { found: 'Arial', allowed: 'one of Instrument Sans, Bricolage Grotesque, JetBrains Mono' },
  ])
  expect(compile('<p align="left"></p>').lint).toMatchObject([
    { allowed: expect.stringContaining('on <p>: class, id') },
  ])
})
