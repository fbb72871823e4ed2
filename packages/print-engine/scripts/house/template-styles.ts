import { type CssNode, type Declaration, generate, parse, type Rule, walk } from 'css-tree'
import { hasNoEffect } from '../../src/compile/allowed-css.ts'
import { identityTokens, pieceStyles } from './site-pieces.ts'

/** The classes and attributes of the markup, which selectors may refer to. */
export interface Present {
  classes: ReadonlySet<string>
  attributes: ReadonlySet<string>
}

const textOf = (node: CssNode, css: string): string => css.slice(node.loc?.start.offset, node.loc?.end.offset)

const fonts = new Map([
  ['--font-display', "'Bricolage Grotesque'"],
  ['--font-text', "'Instrument Sans'"],
  ['--font-mono', "'JetBrains Mono'"],
])

/** True when the markup has everything that the selector names. The sheet itself is the page of the template. */
function matches(selector: CssNode, { classes, attributes }: Present): boolean {
  let isPresent = true
  walk(selector, (node) => {
    if (node.type === 'ClassSelector') isPresent &&= classes.has(node.name)
    if (node.type === 'AttributeSelector') isPresent &&= attributes.has(node.name.name)
  })
  return isPresent
}

/** A length of the site is a number of inches times the inch of the screen. On paper it is the number. */
function inInches(value: string, numbers: ReadonlyMap<string, string>): string {
  return value
    .replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => numbers.get(name) ?? fonts.get(name) ?? whole)
    .replaceAll(/calc\(var\(--in\) \* (-?[\d.]+)\)|calc\((-?[\d.]+) \* var\(--in\)\)/g, '$1$2in')
    .replaceAll(/(var\(--[\w-]+\)) \* var\(--in\)/g, '$1')
    .replaceAll(/\(([\d.]+) \+ ([\d.]+)\) \* var\(--in\)/g, (_, one: string, other: string) => `${sum(one, other)}in`)
}

const sum = (one: string, other: string): number => Number((Number(one) + Number(other)).toFixed(4))

/** A side is as wide as its place on the screen. On paper it lies inside the bleed. */
const ofScreen = new Set(['--in', 'position', 'height'])
const ofPaper = ['position: absolute;', 'inset: var(--bleed);']

/** The rules of the site's style sheets for this markup, as a template has them. */
export function templateRules(present: Present, numbers: ReadonlyMap<string, string>): string[] {
  return pieceStyles.flatMap((css) => {
    const tree = parse(css, { positions: true, parseValue: false })
    if (tree.type !== 'StyleSheet') return []
    return [...tree.children].flatMap((node) => (node.type === 'Rule' ? ruleOf(node, css) : []))
  })

  function ruleOf({ prelude, block }: Rule, css: string): string[] {
    if (prelude.type !== 'SelectorList') return []
    const selectors = [...prelude.children]
      .filter((selector) => matches(selector, present))
      .map((selector) => textOf(selector, css))
    if (selectors.length === 0) return []
    const declarations = [...block.children]
      .filter((child): child is Declaration => child.type === 'Declaration')
      .filter(({ property }) => !hasNoEffect(property))
    const isSide = declarations.some(({ property }) => property === '--in')
    const lines = [
      ...(isSide ? ofPaper : []),
      ...declarations
        .filter(({ property }) => !isSide || !ofScreen.has(property))
        .map(({ property, value }) => `${property}: ${inInches(generate(value), numbers)};`),
    ]
    return lines.length === 0 ? [] : [`${selectors.join(',\n')} {`, ...lines.map((line) => `  ${line}`), '}']
  }
}

/** The colors that the rules use, from the identity. */
export function usedColors(rules: readonly string[]): string[] {
  const used = new Set(Array.from(rules.join('\n').matchAll(/var\((--[\w-]+)\)/g), ([, name = '']) => name))
  return Array.from(identityTokens.matchAll(/^ {2}(--[\w-]+): (#[\da-f]+);$/gm), ([, name = '', color = '']) => [
    name,
    color,
  ])
    .filter(([name = '']) => used.has(name))
    .map(([name, color]) => `  ${name}: ${color};`)
}
