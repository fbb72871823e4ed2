import { describe, expect, test } from 'vitest'
import { compile, findPhoto } from '../../test/compiling.ts'
import { intrusionsIn } from '../../test/inspect-output.ts'
import { templateLimits } from './limits.ts'

const full = (unit: string): string => unit.repeat(Math.floor(templateLimits.htmlBytes / unit.length))
const many = (count: number, unit: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => unit(index)).join('')
const style = (unit: string, before = ''): string =>
  `<style>${before}${unit.repeat(Math.floor((templateLimits.htmlBytes - 20) / unit.length))}`

/** URLs that a renderer must not request, in every place where a document can name one. */
const addresses = [
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://192.0.2.1/redirect?to=file:///etc/passwd',
  'http://localhost:5432/',
  '//192.0.2.1/',
  '\\\\192.0.2.1\\share',
  'ftp://192.0.2.1/',
  'data:text/html,<script>x</script>',
]
const places: ((address: string) => string)[] = [
  (address) => `<img src="${address}">`,
  (address) => `<img srcset="${address} 2x">`,
  (address) => `<link rel="stylesheet" href="${address}">`,
  (address) => `<link rel="preconnect" href="${address}"><link rel="dns-prefetch" href="${address}">`,
  (address) => `<meta http-equiv="refresh" content="0;url=${address}">`,
  (address) => `<base href="${address}">`,
  (address) => `<iframe src="${address}" srcdoc="<img src=${address}>"></iframe>`,
  (address) => `<object data="${address}"><embed src="${address}"></object>`,
  (address) => `<form action="${address}"><button formaction="${address}"></form>`,
  (address) => `<script src="${address}"></script><script>fetch("${address}")</script>`,
  (address) => `<video poster="${address}"><source src="${address}"><track src="${address}"></video>`,
  (address) => `<body background="${address}"><table background="${address}"><tr><td background="${address}"></table>`,
  (address) => `<style>@import "${address}";@import url("${address}");</style>`,
  (address) => `<style>@font-face{font-family:x;src:url("${address}")}p{font-family:x}</style>`,
  (address) =>
    `<style>p{background:url("${address}"),image-set("${address}" 1x);cursor:url("${address}"),auto}</style>`,
  (address) =>
    `<style>p{content:url("${address}");list-style:url("${address}");border-image:url("${address}") 1}</style>`,
  (address) =>
    `<style>input[value^="a"]{background:url("${address}?a")}p[data-name*="D"]::before{content:url("${address}")}</style>`,
  (address) => `<style>:root{--a:url("${address}")}p{background:var(--a)}</style>`,
  (address) => `<p style="background:url('${address}');mask:url('${address}#m')"></p>`,
  (address) => `<svg><use href="${address}#a"/><image href="${address}" xlink:href="${address}"/></svg>`,
  (address) => `<svg><foreignObject><iframe src="${address}"></iframe></foreignObject></svg>`,
  (address) => `<svg><rect fill="url(${address}#a)" filter="url(${address}#b)" clip-path="url(${address}#c)"/></svg>`,
  (address) =>
    `<svg><feImage href="${address}"/><a href="${address}"><text>x</text></a><script href="${address}"/></svg>`,
  (address) =>
    `<svg><set attributeName="href" to="${address}"/><animate attributeName="fill" values="url(${address})"/></svg>`,
  (address) =>
    `<svg><style>@import "${address}"</style></svg><math href="${address}"><mi xlink:href="${address}"></math>`,
  (address) =>
    `<?xml-stylesheet href="${address}"?><!DOCTYPE html SYSTEM "${address}"><!--[if IE]><img src="${address}"><![endif]-->`,
  (address) => `<noscript><img src="${address}"></noscript><template><img src="${address}"></template>`,
]

describe('no address survives', { tags: ['G01'] }, () => {
  test.each(addresses)('%s', (address) => {
    for (const place of places) {
      const { html } = compile(place(address)).render({}, findPhoto)
      expect(intrusionsIn(html)).toEqual([])
      expect(html).not.toContain(address)
    }
  })
})

describe('no value breaks out of its place', { tags: ['G02'] }, () => {
  test.each(addresses)('with %s', (address) => {
    const template = compile('<p title="{{a}}">{{a}}</p><img src="asset:{{a}}" alt=\'{{a}}\'><pre>{{a}}</pre>')
    // The nine URLs combine every way out with every place.
    for (const [index, place] of places.entries()) {
      const wayOut = ['', '">', "'>", '--></style>'][(index + addresses.indexOf(address)) % 4]
      expect(intrusionsIn(template.render({ a: `${wayOut}${place(address)}` }, findPhoto).html)).toEqual([])
    }
  })
})

describe('parsers that disagree', { tags: ['G03'] }, () => {
  test.each([
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=x>">',
    '<svg><p><style><g title="</style><img src=x onerror=y>">',
    '<noscript><p title="</noscript><img src=x onerror=y>">',
    '<style><!--</style><img src=x onerror=y>-->',
    '<p title="</style><script>x</script>"><style>a[title="</styl</style>e>"]{color:red}</style>',
    '<table><style></table><img src=x onerror=y></style>',
    '<xmp><p title="</xmp><script>x</script>"></xmp>',
    '<svg><title><style></svg><img src=x onerror=y></style></title></svg>',
    '<svg><desc><svg><p></svg><style><img src="</style><img src=x onerror=y>">',
    '<select><style></select><img src=x onerror=y></style>',
    '<b><p></b><i></p><table><b><td></i>x</table>',
    '<p><svg><b></p><img src=x onerror=y></svg>',
    String.raw`<style>p{content:"\3c/style\3e\3cscript\3ex"}</style>`,
    String.raw`<p style='content:"\22\3e\3cscript\3e"'></p>`,
    '<style>a{}&lt;/style&gt;&lt;script&gt;</style>',
    '<p class="&quot;&gt;&lt;script&gt;">&lt;script&gt;x&lt;/script&gt;</p>',
    '&#xFDD0;&#xE000;&#xE000;&#xFDD0;{{a}}<p class="&#xFDD0;&#xE000;&#xE000;" style="color:&#xFDD0;&#xE000;&#xE000;"></p>',
    '<p {{a}}=x{{b}}></{{c}}><{{d}}><!--{{#if e}}--><!-{{/if}}->',
    '<p\u0000onclick=x><p/onclick=x><p\nonclick=x><p a="b"onclick=x>',
    '<img src="asset:photo" src="http://192.0.2.1/">',
    '<plaintext></plaintext><script>x</script>',
    '</p><script>x</script></body></html><script>y</script>',
  ])('%s', (html) => {
    for (const values of [{}, { a: '<script>', b: '" onload="', c: 'script', d: 'script', e: '1' }]) {
      expect(intrusionsIn(compile(html).render(values, findPhoto).html)).toEqual([])
    }
  })
})

describe('a template crafted to be slow', { tags: ['G04', 'G09'] }, () => {
  // The CSS parser keeps its buffers between templates.
  test('finishes with an unmatched bracket, whatever was compiled before', () => {
    for (const before of ['()', 'a()']) {
      compile(`<style>${before.repeat(60)}</style>`)
      expect(compile('<style>{,javascript:x},g)wn6;*/</style>').lint).not.toEqual([])
    }
  })

  test('stops early at invalid declarations', () => {
    const before = process.cpuUsage()
    const codes = compile(`<p style="${'=;'.repeat(60_000)}">`).lint.map((found) => found.code)
    expect(codes).toContain('template_too_complex')
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000)
  })

  test.each([
    ['10 MB of HTML', '<p>a</p>'.repeat(1_300_000), 'template_too_large'],
    ['characters of four bytes', '😀'.repeat(70_000), 'template_too_large'],
    ['10,000 nested elements', '<div>'.repeat(10_000), 'nested_too_deeply'],
    ['10,000 nested groups', `<svg>${'<g>'.repeat(10_000)}`, 'nested_too_deeply'],
    ['10,000 elements in a row', '<br>'.repeat(10_000), 'too_many_elements'],
    [
      'elements that the parser repeats',
      `${many(90, (id) => `<b id=${id}>`)}${full('<p>x').slice(0, 200_000)}`,
      'too_many_elements',
    ],
    ['formatting that never ends', many(20_000, (id) => `<b ${id}>`), 'nested_too_deeply'],
    ['misnested formatting', full('<b><p></b>'), 'too_many_elements'],
    ['attributes', `<p ${many(30_000, (id) => `a${id} `)}>`, 'too_many_attributes'],
    [
      'tags that the parser leaves out',
      ['<frameset>', '<frame>', '</frameset>'].map((tag) => tag.repeat(8000)).join(''),
      'template_too_complex',
    ],
    [
      'fonts with long names',
      `<style>@font-face{font-family:"${'F'.repeat(200_000)}";src:url(asset:a)}${'a{font-family:b}'.repeat(200)}`,
      'unknown_font',
    ],
    ['opening braces', full('{{'), 'unknown_expression'],
    ['single braces', full('{'), 'unknown_expression'],
    ['unterminated default texts', full('{{a??"'), undefined],
    ['one unterminated default text', `{{a ?? "${full('x').slice(20)}`, 'unknown_expression'],
    ['spaces within braces', `{{${full(' ').slice(20)}`, 'unknown_expression'],
    ['one long name', `{{${full('a').slice(20)}}}`, 'field_name_too_long'],
    ['closed conditions', full('{{/if}}'), 'template_too_complex'],
    ['nested conditions', full('{{#if a}}'), 'template_too_complex'],
    [
      'nested conditions that are closed',
      `${'{{#if a}}'.repeat(15_000)}${'{{/if}}'.repeat(15_000)}`,
      'template_too_complex',
    ],
    ['values', full('{{a}}'), 'template_too_complex'],
    ['conditions in a table', `<table>${full('{{#if a}}x{{/if}}').slice(20)}`, undefined],
    ['many fields', many(20_000, (id) => `{{a${id}}}`), 'template_too_complex'],
    ['characters that are not allowed', full('\0'), 'template_too_complex'],
    ['attributes that are not allowed', full('<p onclick>').slice(0, 1_000), 'attribute_not_allowed'],
    ['selector names', style('a '), 'template_too_complex'],
    ['declarations in attributes', `<p style="${full('a:b;').slice(20)}">`, 'template_too_complex'],
    ['unterminated comments', full('<!--'), undefined],
    ['character references', full('&#x'), undefined],
    ['CSS blocks', style('a{'), 'template_too_complex'],
    ['CSS functions', style('calc(', 'a{b:'), 'css_nested_too_deeply'],
    ['CSS selectors', style(':not('), 'css_nested_too_deeply'],
    ['CSS brackets', style('[', 'a{--x:'), 'template_too_complex'],
    ['nested CSS rules', style('&{', 'a{'), 'template_too_complex'],
    ['CSS at-rules', style('@media{'), 'css_nested_too_deeply'],
    ['CSS comments', style('/*'), undefined],
    ['CSS strings', style('"'), 'css_syntax'],
    ['CSS escapes', style('\\'), 'css_syntax'],
    ['CSS lists', style('a,'), 'template_too_complex'],
    ['broken declarations', style('a:b!', 'a{'), 'template_too_complex'],
    ['CSS URLs', style('url('), undefined],
    ['CSS rules', style('a{}'), undefined],
    ['long property names', style(`${'a-'.repeat(8000)}:x;`, 'a{'), 'css_property_not_allowed'],
    ['long names in a family of properties', style(`border${'-a'.repeat(8000)}:x;`, 'a{'), 'css_property_not_allowed'],
    ['long custom property names', style(`--${'a-'.repeat(8000)}:x;`, 'a{'), undefined],
  ])('%s', (_, html, code) => {
    const { lint, render } = compile(html)
    expect(lint.map((found) => found.code)).toEqual(expect.arrayContaining(code ? [code] : []))
    expect(lint.length).toBeLessThanOrEqual(templateLimits.findings + 1)
    expect(JSON.stringify(lint).length).toBeLessThan(100_000)
    const output = render({ a: '1'.repeat(2000) }, findPhoto).html
    expect(output.length).toBeLessThan(templateLimits.outputBytes)
    expect(output).toMatch(/^<!doctype html>.*<\/html>$/s)
  })
})
