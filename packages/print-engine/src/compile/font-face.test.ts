import { describe, expect, test } from 'vitest'
import { brandFont, compile, drawn, findPhoto, lintOf } from '../../test/compiling.ts'
import { intrusionsIn } from '../../test/inspect-output.ts'

const fontUrl = `data:font/woff2;base64,${Buffer.from(brandFont.bytes).toString('base64')}`
const rule = (declarations: string) => `<style>@font-face{${declarations}}</style>`

describe('a customer font', () => {
  test.each([
    ['font-family:"Brand Sans";src:url(asset:font_a)', 'font-family:"Brand Sans";src:url("@");'],
    ['font-family:Brand Sans;src:url("asset:font_a")', 'font-family:"Brand Sans";src:url("@");'],
    ["font-family:'B';src: url( 'asset:font_a' ) format('woff2')", 'font-family:"B";src:url("@");'],
    [
      'font-family:B;src:url(asset:font_a) format(woff2);font-weight:700',
      'font-family:"B";src:url("@");font-weight:700;',
    ],
    [
      'font-weight: bold;font-style:italic;font-family:B;src:url(asset:font_a)',
      'font-family:"B";src:url("@");font-weight:bold;font-style:italic;',
    ],
    [
      'font-family:B;src:url(asset:font_a);unicode-range:U+0000-00FF, u+4??',
      'font-family:"B";src:url("@");unicode-range:U+0000-00FF, u+4??;',
    ],
    [
      'font-family:"</style>";src:url(asset:font_a)'.replace('</style>', String.raw`\3c /style>`),
      String.raw`font-family:"\3c /style>";src:url("@");`,
    ],
  ])('%s', (declarations, written) => {
    expect(lintOf(rule(declarations))).toEqual([])
    expect(drawn(rule(declarations))).toBe(`<style>@font-face{${written.replace('@', fontUrl)}}</style>`)
  })

  test('may be used before its rule, in any case, and before a generic font', () => {
    const html = `<p style="font-family:brand sans, serif">a</p><svg><text font-family="Brand Sans"></text></svg>${rule('font-family:"Brand Sans";src:url(asset:font_a)')}`
    expect(lintOf(html)).toEqual([])
  })

  test('is one of the assets of the piece', () => {
    const template = compile(rule('font-family:B;src:url(asset:font_a)'))
    expect(template.assetIds({})).toEqual(['font_a'])
    expect(template.render({}, () => undefined).findings).toMatchObject([{ code: 'unknown_asset', found: 'font_a' }])
  })

  test('is not an image, and an image is not a font', () => {
    const findings = (html: string) => compile(html).render({}, findPhoto).findings
    expect(findings('<img src="asset:font_a" alt="">')).toMatchObject([
      { code: 'asset_type_not_allowed', found: 'font/woff2' },
    ])
    expect(findings('<p style="background:url(asset:font_a)">')).toMatchObject([{ code: 'asset_type_not_allowed' }])
    const asFont = compile(rule('font-family:B;src:url(asset:photo)')).render({}, findPhoto)
    expect(asFont.findings).toMatchObject([{ code: 'asset_type_not_allowed', found: 'image/png' }])
    expect(asFont.html).toContain('src:url("data:,")')
  })

  test.each([
    ['font-family:B;src:url(http://192.0.2.1/a.woff2)', 'address_not_allowed'],
    ['font-family:B;src:url(data:font/ttf;base64,AAAA)', 'address_not_allowed'],
    ['font-family:B;src:local("Arial")', 'address_not_allowed'],
    ['font-family:B;src:url(asset:font_a),url(asset:font_b)', 'address_not_allowed'],
    ['font-family:B;src:url(asset:font_a) tech(variations)', 'address_not_allowed'],
    ['font-family:B', 'css_value_not_allowed'],
    ['src:url(asset:font_a)', 'css_value_not_allowed'],
    ['font-family:a,b;src:url(asset:font_a)', 'css_value_not_allowed'],
    ['font-family:"";src:url(asset:font_a)', 'css_value_not_allowed'],
    ['font-family:B;src:url(asset:font_a);font-weight:100 900', 'css_value_not_allowed'],
    ['font-family:B;src:url(asset:font_a);unicode-range:url(//192.0.2.1)', 'css_value_not_allowed'],
    ['font-family:B;src:url(asset:font_a);color:red', 'css_property_not_allowed'],
  ])('%s is refused', (declarations, code) => {
    const { lint, render } = compile(rule(declarations))
    expect(lint.map((finding) => finding.code)).toEqual([code])
    const { html } = render({}, findPhoto)
    expect(intrusionsIn(html)).toEqual([])
    expect(html).not.toContain('192.0.2.1')
  })

  test('is unknown without a rule', () => {
    expect(compile('<p style="font-family:Brand Sans">').lint).toMatchObject([
      { code: 'unknown_font', found: 'Brand Sans', remedy: expect.stringContaining('@font-face') },
    ])
  })
})
