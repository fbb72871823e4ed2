import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sheetOf } from '../geometry/piece.ts'
import { compile, drawn, findPhoto, lintOf, photo } from '../../test/compiling.ts'
import { compileTemplate } from './compile-template.ts'

const photoUrl = 'data:image/png;base64,iVBORw=='

describe('template output', () => {
  test.each([
    ['<h1 class="a" id="b" lang="de" data-x="1" aria-label="c">A</h1>'],
    ['<ul><li>a</li></ul><ol start="2"><li value="3">b</li></ol><dl><dt>a</dt><dd>b</dd></dl>'],
    [
      '<table><caption>a</caption><colgroup><col span="2"></colgroup><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table>',
    ],
    ['a<br>b<hr><b>c</b><sup>d</sup>'],
    [
      '<svg viewBox="0 0 6 4" preserveAspectRatio="none"><g fill="red" transform="translate(1 2) rotate(45)"><path d="M0 0L1 1"></path></g></svg>',
    ],
    [
      '<svg><defs><linearGradient id="g" gradientTransform="rotate(90)"><stop offset="1" stop-color="#fff"></stop></linearGradient></defs><rect fill="url(&quot;#g&quot;)"></rect></svg>',
    ],
    ['<p style="color:red;margin:0 auto!important;">a</p>'],
    ['&lt;script&gt; &amp;amp; https://example.com'],
  ])('%s', (html) => {
    expect(lintOf(html)).toEqual([])
    expect(drawn(html)).toBe(html)
  })

  test.each([
    ['a { color: RED }', 'a{color:RED;}'],
    ['.a > b ~ c:not(.d)::before { content: "x" }', '.a > b ~ c:not(.d)::before{content:"x";}'],
    ['p{width:calc(100cqw/6 - var(--bleed));--x: 1in;--Y:2}', 'p{width:calc(100cqw/6 - var(--bleed));--x: 1in;--Y:2;}'],
    [
      'p{background:linear-gradient(transparent 0 30%, rgb(20 33 61 / 9%))}',
      'p{background:linear-gradient(transparent 0 30%, rgb(20 33 61 / 9%));}',
    ],
    [
      '@media print{p{color:red}}@layer a;@container (width > 2in){p{top:0}}',
      '@media print{p{color:red;}}@layer a;@container (width > 2in){p{top:0;}}',
    ],
    [
      '@media not screen{p{top:0}}@media screen,print{p{top:0}}@media (prefers-color-scheme:light){p{top:0}}',
      '@media not screen{p{top:0;}}@media screen,print{p{top:0;}}@media (prefers-color-scheme:light){p{top:0;}}',
    ],
    ['p{color:red;&.a{color:blue}}', 'p{color:red;&.a{color:blue;}}'],
    ['p{background:url(asset:photo)}', `p{background:url("${photoUrl}");}`],
    ['p{background:url( "asset:photo" ) no-repeat}', `p{background:url("${photoUrl}") no-repeat;}`],
    ['p{background:URL("asset:photo")}', `p{background:url("${photoUrl}");}`],
    [
      'body{color:red}BODY.a>p,.body,a:not(body){top:0}',
      'piece-page{color:red;}piece-page.a>p,.body,a:not(piece-page){top:0;}',
    ],
    ['p{clip-path:url(#c)}', 'p{clip-path:url("#c");}'],
    [String.raw`p{content:"\3c/style\3e "}`, String.raw`p{content:"\3c /style>";}`],
    ['p{font:italic 700 12px/1.2 "Instrument Sans", serif}', 'p{font:italic 700 12px/1.2 "Instrument Sans", serif;}'],
    ['p{font-family:instrument sans,var(--x)}', 'p{font-family:instrument sans,var(--x);}'],
    ['p{font-family:inherit}', 'p{font-family:inherit;}'],
  ])('keeps the style %s', (css, written) => {
    expect(lintOf(`<style>${css}</style>`)).toEqual([])
    expect(drawn(`<style>${css}</style>`)).toBe(`<style>${written}</style>`)
  })

  test('keeps the language of the document and the attributes of the body', () => {
    const html =
      '<!doctype html>\n<html lang="de-AT"><head><title>T</title></head><body class="a" style="color:red">x</body></html>'
    expect(lintOf(html)).toEqual([])
    const output = compile(html).render({}, findPhoto).html
    expect(output).toContain('<html lang="de-AT">')
    expect(output).toContain('<piece-page class="a" style="color:red;">')
  })

  test.each(['MailPiece.module.css', 'Art.module.css'])('keeps the site’s styles in %s, except animations', (file) => {
    const css = readFileSync(new URL(`../../../mail-piece/src/${file}`, import.meta.url), 'utf8')
    expect(compile(`<style>${css}</style>`).lint.filter(({ code }) => code !== 'css_no_effect')).toEqual([])
  })

  test.each([
    ['<p style="width:50vw">', true],
    ['<p style="width:calc(1in + 5dvmin)">', true],
    [String.raw`<p style="--x:50\76w">`, true],
    ['<svg width="50vw"></svg>', true],
    ['<svg><text x="1 50vw"></text></svg>', true],
    ['<style>@media (min-width: 4in){p{color:red}}</style>', true],
    [String.raw`<style>@supports (top:0){@media print and (or\69 entation:portrait){p{top:0}}}</style>`, true],
    ['<style>@media print{p{width:50%;content:"5vw"}}@container (width > 2in){p{width:50cqw}}</style>', false],
    ['<style>.a5vw,#min-width{top:0}/* @media (width) 5vw */</style>', false],
    ['<p class="5vw" title="@media (width)">@media (width) 5vw<svg><path d="M1 2v3h4"></path></svg>', false],
  ])('of %s depends on the size of the window: %s', (html, expected) => {
    expect(compile(html).usesViewport).toBe(expected)
  })

  test('keeps the first line break of preformatted text', () => {
    expect(drawn('<pre>\n\nx</pre>')).toBe('<pre>\n\nx</pre>')
    expect(drawn('<pre>x</pre>')).toBe('<pre>\nx</pre>')
  })

  test('prefers attributes of body over those of html', () => {
    const { html } = compile('<html lang="en" class="a" title="b"><body class="c">x').render({}, findPhoto)
    expect(html).toContain('<piece-page title="b" class="c">')
  })

  test('has no placeholder that was written as character references', () => {
    expect(drawn('<p style="color:&#xFDD0;&#xE000;&#xE000;red">')).toBe('<p style="color:red;"></p>')
  })

  test('puts a letter on as many pages as it needs', () => {
    const { html } = compileTemplate('<p>a</p>', { sheet: sheetOf('8.5x11'), flows: true }).render({}, findPhoto)
    expect(html).toContain('@page{size:8.5in 11in;margin:0}')
    expect(html).toContain('height:auto!important;min-height:11in!important;overflow:clip visible!important')
  })

  test('is a page with its bleed, with the fonts that are named', () => {
    const familiesIn = (html: string) =>
      new Set(Array.from(html.matchAll(/@font-face\{font-family:"([^"]+)"/g), ([, family]) => family))
    const { html } = compile('<p style="font-family:\'Bricolage Grotesque\'">a</p>').render({}, findPhoto)
    expect(html).toContain('@page{size:6.25in 4.5in;margin:0}')
    expect(html).toContain('height:4.5in!important;overflow:hidden!important;contain:strict!important')
    expect(familiesIn(html)).toEqual(new Set(['Instrument Sans', 'Bricolage Grotesque']))
    expect(familiesIn(compile('<p>a</p>').render({}, findPhoto).html)).toEqual(new Set(['Instrument Sans']))
  })

  test('has images by asset id, which may contain fields', () => {
    const html = '<img src="asset:photo{{#if b}}-{{b}}{{/if}}" alt="{{b ?? ""}}">'
    expect(drawn(html, { b: '2' })).toBe(`<img src="${photoUrl}" alt="2">`)
    expect(compile(html).assetIds({ b: '2' })).toEqual(['photo-2'])
    expect(compile(html).assetIds({})).toEqual(['photo'])
  })

  test.each(['nothing', '/etc/passwd', '../photo', 'photo"><script>', 'http://192.0.2.1/'])(
    'has no image for the id %s',
    (id) => {
      const { html, findings } = compile('<img src="asset:{{id}}">').render({ id }, findPhoto)
      expect(findings).toMatchObject([{ code: 'unknown_asset', found: id, line: 1, column: 6 }])
      expect(html).toContain('<img src="data:,">')
    },
  )

  test('has, without values, the images of every branch whose id contains no field', () => {
    const template = compile(
      '{{#if a}}<img src="asset:b">{{else}}<img src="asset:{{c}}"><img src="asset:photo">{{/if}}',
    )
    expect(template.assetIds(undefined)).toEqual(['b', 'photo'])
    expect(template.render(undefined, findPhoto).findings).toMatchObject([{ code: 'unknown_asset', found: 'b' }])
  })

  test('has no finding about an image id whose field is missing', () => {
    const { findings } = compile('<img src="asset:{{a}}">').render({}, findPhoto)
    expect(findings).toMatchObject([{ code: 'missing_field', found: 'a' }])
  })

  test('has no image of another type', () => {
    const { html, findings } = compile('<img src="asset:a">').render({}, () => ({
      ...photo,
      mediaType: 'image/svg+xml',
    }))
    expect(findings).toMatchObject([{ code: 'asset_type_not_allowed', found: 'image/svg+xml' }])
    expect(html).toContain('<img src="data:,">')
  })
})
