import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { compile, findPhoto } from '../../test/compiling.ts'
import { intrusionsIn } from '../../test/inspect-output.ts'

const { numRuns = 100 } = fc.readConfigureGlobal()

const names = ['a', 'b', '__proto__', 'constructor', 'toString']
const tags =
  'p div b i a table tr td select style script svg g path use image foreignObject title desc math mtext img pre li body html head noscript template textarea plaintext iframe form font nobr button qr-code'.split(
    ' ',
  )
const attributes =
  'class style src href srcset onload fill clip-path xlink:href id xmlns data-x http-equiv content type value'.split(
    ' ',
  )
const cssPieces = [
  ...String.raw`p { } color : ; red url( url(" ) " ' \ \75rl( /* */ @import @media !important asset:photo`.split(' '),
  ...'http://192.0.2.1 < </ </style <!-- --> calc( image-set( src( var(--x --x , ( [ ] #g & font-family'.split(' '),
  ' print',
  '\n',
  '\\3c ',
  '\u0000',
]

const word = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    'http://192.0.2.1/',
    'javascript:x',
    'asset:photo',
    'data:text/html,x',
    '&quot;',
    '&lt;',
    '&#xFDD0;&#xE000;&#xE000;',
    '\uFDD0',
    '\r\n',
    '\u0000',
  ),
)
const css = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...cssPieces) }, word), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
const expression = fc.oneof(
  fc.constantFrom(...names).chain((name) => fc.constantFrom(`{{${name}}}`, `{{#if ${name}}}`, `{{${name} ?? "<b>'"}}`)),
  fc.constantFrom('{{/if}}', '{{', '}}', '{{{', '{{#each a}}'),
)
const attribute = fc
  .tuple(fc.constantFrom(...attributes), fc.oneof(word, css, expression), fc.constantFrom('"', "'", ''))
  .map(([name, value, quote]) => ` ${name}=${quote}${value}${quote}`)
const tag = fc
  .tuple(
    fc.constantFrom('<', '</'),
    fc.constantFrom(...tags),
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom('>', '/>', ''),
  )
  .map(([open, name, found, close]) => `${open}${name}${found.join('')}${close}`)
const markup = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: tag },
      { weight: 3, arbitrary: expression },
      { weight: 2, arbitrary: css.map((rules) => `<style>${rules}</style>`) },
      { weight: 2, arbitrary: css.map((value) => `<style>p{background:${value}}</style>`) },
      { weight: 2, arbitrary: word },
      { weight: 1, arbitrary: fc.constantFrom('<!--', '-->', '<![CDATA[', ']]>', '<!doctype html>', '<?x', '&') },
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''))

const values = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.oneof(word, markup, fc.string({ unit: 'binary', maxLength: 20 }))))
  .map((entries): Record<string, string> => Object.fromEntries(entries))

describe('for any input', () => {
  test('no foreign content is output, and nothing throws', { tags: ['G02', 'G03'] }, () => {
    fc.assert(
      fc.property(markup, values, (html, given) => {
        const template = compile(html)
        const { html: output } = template.render(given, findPhoto)
        expect(intrusionsIn(output)).toEqual([])
        expect(template.render(given, findPhoto).html).toBe(output)
        expect(compile(html).render(given, findPhoto).html).toBe(output)
        for (const { line = 0, column = 0 } of template.lint) expect(Math.min(line, column)).toBeGreaterThan(0)
        for (const id of template.assetIds(given)) expect(typeof id).toBe('string')
      }),
      { numRuns: numRuns * 2 },
    )
  })

  test('an output is a valid template', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const [, drawn = ''] =
          /<piece-page[^>]*>(.*)<\/piece-page>/s.exec(compile(html).render({}, findPhoto).html) ?? []
        // Image URLs in the output are not allowed in a template, and a QR code may have no URL.
        fc.pre(!drawn.includes('data:') && !drawn.includes('{{') && !drawn.includes('value=""'))
        expect(compile(drawn).lint.filter(({ severity }) => severity === 'error')).toEqual([])
      }),
      { numRuns },
    )
  })

  test('a value becomes the text of its element and its attribute, and nothing else', () => {
    const template = compile('<p title="{{a}}">{{a}}</p>')
    fc.assert(
      fc.property(fc.oneof(markup, fc.string({ unit: 'grapheme' })), (a) => {
        fc.pre(a.trim() !== '' && a.length <= 2000)
        const { html, findings } = template.render({ a }, findPhoto)
        fc.pre(findings.length === 0)
        const [paragraph] = paragraphsOf(parse(html))
        const text = paragraph?.childNodes.map((node) => ('value' in node ? node.value : node.nodeName)).join('')
        const expected = a.replaceAll(/\r\n?/g, '\n')
        expect(text).toBe(expected)
        expect(paragraph?.attrs).toEqual([{ name: 'title', value: expected }])
      }),
      { numRuns },
    )
  })
})

function paragraphsOf(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) =>
    'tagName' in child ? [...(child.tagName === 'p' ? [child] : []), ...paragraphsOf(child)] : [],
  )
}
