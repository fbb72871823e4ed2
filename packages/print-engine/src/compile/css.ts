import { type Atrule, type CssNode, type Declaration, ident, parse } from 'css-tree'
import {
  groupingRules,
  hasNoEffect,
  isAllowedProperty,
  preludeFunctions,
  rulesWithoutEffect,
  selectorFunctions,
  valueFunctions,
} from './allowed-css.ts'
import { noteFonts } from './css-fonts.ts'
import { report, slice } from './css-nodes.ts'
import { compileTokens, cssTokens, type CssText, type CssToken, firstTooDeep } from './css-tokens.ts'
import { pageElement } from './document.ts'
import { compileFontFace } from './font-face.ts'
import { isPageMargin, isSpacing, pageMarginForms, pageVariablesOf, spacingOf } from './page-spacing.ts'
import { ownerOf, type RuleOwner, withoutEffectOn } from './rule-owner.ts'
import { append, type Part } from './parts.ts'
import type { Compilation } from './sequence.ts'

const stepsOfError = 30

/** The rules of a style element, or the declarations of a style attribute. Disallowed ones are reported and dropped. */
export function compileCss(
  context: 'stylesheet' | 'declarationList',
  css: CssText,
  compilation: Compilation,
  owner?: RuleOwner,
): Part[] {
  if (isTooDeep(css, compilation)) return []
  const tree = parse(css.text, {
    context,
    positions: true,
    parseValue: false,
    parseAtrulePrelude: false,
    // The parser throws and catches an exception for each error, which takes as long as many tokens.
    onParseError: () => compilation.source.spend(stepsOfError),
  })
  const isList = tree.type === 'StyleSheet' || tree.type === 'DeclarationList'
  return isList ? compileChildren(tree.children, css, compilation, owner) : []
}

/** A single value, such as an SVG attribute. */
export function compileValue(property: string, css: CssText, compilation: Compilation): Part[] | undefined {
  if (isTooDeep(css, compilation)) return undefined
  if (/^font(-family)?$/.test(property)) noteFonts(property, css, compilation)
  return compileTokens(css, valueFunctions, compilation)
}

function isTooDeep(css: CssText, compilation: Compilation): boolean {
  const token = firstTooDeep(cssTokens(css.text, compilation))
  if (token)
    compilation.source.report(
      'css_nested_too_deeply',
      css.at(token.offset),
      css.text.slice(token.offset, token.offset + 40),
    )
  return token !== undefined
}

function compileChildren(
  children: Iterable<CssNode>,
  css: CssText,
  compilation: Compilation,
  owner?: RuleOwner,
): Part[] {
  const parts: Part[] = []
  for (const child of children) append(parts, compileNode(child, css, compilation, owner))
  return parts
}

function compileNode(node: CssNode, css: CssText, compilation: Compilation, owner: RuleOwner | undefined): Part[] {
  if (node.type === 'Declaration') return compileDeclaration(node, css, compilation, owner)
  if (node.type === 'Rule') {
    const selector = node.prelude.type === 'Raw' ? undefined : slice(css, node.prelude)
    if (!selector) return report('css_syntax', node, css, compilation)
    const prelude = compileTokens(selector, selectorFunctions, compilation, nameInSelector)
    const block = compileChildren(node.block.children, css, compilation, ownerOf(selector.text, compilation))
    return prelude ? [...prelude, '{', ...block, '}'] : []
  }
  if (node.type === 'Atrule') {
    const name = node.name.toLowerCase()
    if (rulesWithoutEffect.has(name)) return report('css_no_effect', node, css, compilation)
    if (name === 'page') return compilePageRule(node, css, compilation)
    if (name === 'font-face') return compileFontFace(node, css, compilation)
    if (!groupingRules.has(name)) return report('css_at_rule_not_allowed', node, css, compilation)
    const condition = node.prelude ? slice(css, node.prelude) : undefined
    if (condition && name === 'media') {
      const queries = ident.decode(condition.text)
      if (queries.split(',').every((query) => screenQuery.test(query)))
        return report('css_no_effect', node, css, compilation)
      if (viewportFeature.test(queries)) compilation.usesViewport = true
    }
    const prelude = condition ? compileTokens(condition, preludeFunctions, compilation) : []
    const block = node.block ? ['{', ...compileChildren(node.block.children, css, compilation, owner), '}'] : [';']
    return prelude ? [`@${name} `, ...prelude, ...block] : []
  }
  return node.type === 'Comment' ? [] : report('css_syntax', node, css, compilation)
}

/** Matches viewport features in a media query. */
const viewportFeature = /width|height|resolution|aspect|orientation/i

/** A media query for screens, or for user preferences. Paper is light. */
const screenQuery = /^\s*(?:only\s+)?screen\b|^(?!.*\bnot\b).*\(\s*prefers-(?!color-scheme\s*:\s*light)/i

/** Replaces `body` with the page of the piece. A class or an attribute may also have that name. */
const nameInSelector = ({ text }: CssToken, before: CssToken | undefined): string =>
  text.toLowerCase() === 'body' && !/^[.:[=]$/.test(before?.text ?? '') ? pageElement : text

function compileDeclaration(
  node: Declaration,
  css: CssText,
  compilation: Compilation,
  owner: RuleOwner | undefined,
): Part[] {
  // Custom property names are case-sensitive.
  const property = node.property.startsWith('--') ? node.property : node.property.toLowerCase()
  if (hasNoEffect(property)) return report('css_no_effect', node, css, compilation)
  if (!isAllowedProperty(property) || !/^[\w-]+$/.test(property)) {
    return report('css_property_not_allowed', node, css, compilation)
  }
  // Anything but "!important" after the exclamation mark is a hack for obsolete browsers.
  if (typeof node.important === 'string') return report('css_syntax', node, css, compilation)
  const text = slice(css, node.value)
  const remedy = withoutEffectOn(owner, property, text.text)
  if (remedy !== undefined) return report('css_no_effect', node, css, compilation, { remedy })
  const value = compileValue(property, text, compilation)
  if (!value) return []
  const variables = owner && isSpacing(property) ? pageVariablesOf(property, text, node.important, compilation) : ''
  return [property, ':', ...value, node.important ? '!important;' : ';', variables]
}

/** The margins of an @page rule, which apply to all pages. */
function compilePageRule(node: Atrule, css: CssText, compilation: Compilation): Part[] {
  if (node.prelude) {
    const remedy = 'All pages have the same margins. Give the first element a margin, and remove the name of the page.'
    return report('css_at_rule_not_allowed', node, css, compilation, { allowed: '@page without a name', remedy })
  }
  for (const child of node.block?.children ?? []) {
    if (child.type !== 'Declaration') report('css_at_rule_not_allowed', child, css, compilation)
    else if (child.property.toLowerCase() === 'size') {
      report('css_no_effect', child, css, compilation, { remedy: 'Remove it. The page has the size of the piece.' })
    } else if (/^margin(?:-|$)/i.test(child.property)) {
      const value = slice(css, child.value)
      if (!compileValue('margin', value, compilation)) continue
      const margins = spacingOf(child.property.toLowerCase(), value, compilation)
      if (isPageMargin(margins)) Object.assign(compilation.pageMargins, margins)
      else report('css_value_not_allowed', child.value, css, compilation, { allowed: pageMarginForms })
    } else report('css_property_not_allowed', child, css, compilation, { allowed: 'margins of the page' })
  }
  return []
}
