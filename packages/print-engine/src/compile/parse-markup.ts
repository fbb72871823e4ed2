import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  html,
  InsertionMode,
  Parser,
  Token,
} from 'parse5'
import { templateLimits } from './limits.ts'
import { conditionComment, hasPlaceholder, splitRuns } from './placeholders.ts'
import type { Compilation } from './sequence.ts'
import { LimitReached } from './source.ts'
import { tagPairs } from './tag-pairs.ts'

export type MarkupNode = DefaultTreeAdapterTypes.ChildNode
export type MarkupElement = DefaultTreeAdapterTypes.Element

/** Parser errors about placeholders, and about a doctype, which the output always has. */
const harmlessErrors = new Set(['noncharacter-in-input-stream', 'missing-doctype', 'non-conforming-doctype'])

class MarkupParser extends Parser<DefaultTreeAdapterMap> {
  /** The start tags of html and body, for which a fragment has no elements. */
  readonly documentTags: Token.TagToken[] = []
  /** The offset of the last start tag. */
  offset = 0
  compilation: Compilation | undefined
  pairs: ReturnType<typeof tagPairs> | undefined

  override onStartTag(token: Token.TagToken): void {
    this.offset = token.location?.startOffset ?? 0
    if (token.attrs.length > templateLimits.attributesOfElement)
      throw new LimitReached('too_many_attributes', this.offset)
    if (token.tagName === 'html' || token.tagName === 'body') this.documentTags.push(token)
    this.pairs?.start(token)
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.pairs?.end(token)
    super.onEndTag(token)
  }

  override onItemPush(node: DefaultTreeAdapterTypes.ParentNode, tagId: number, isTop: boolean): void {
    super.onItemPush(node, tagId, isTop)
    if (this.openElements.stackTop > templateLimits.elementDepth)
      throw new LimitReached('nested_too_deeply', this.offset)
  }

  /** Conditions become comments, which are allowed between table rows, unlike text. */
  override onCharacter(token: Token.CharacterToken): void {
    const isText = this.insertionMode === InsertionMode.TEXT
    if (isText || !this.compilation || !hasPlaceholder(token.chars)) {
      super.onCharacter(token)
      return
    }
    for (const run of splitRuns(token.chars, this.compilation.expressions)) {
      if (typeof run === 'string') super.onCharacter({ ...token, chars: run })
      else if (run.kind === 'value') super.onCharacter({ ...token, chars: this.placeholderOf(run.start, run.end) })
      else {
        const data = conditionComment(this.placeholderOf(run.start, run.end))
        super.onComment({ type: Token.TokenType.COMMENT, data, location: token.location })
      }
    }
  }

  private placeholderOf(start: number, end: number): string {
    return this.compilation?.markup.slice(start, end) ?? ''
  }
}

/** Counts every element, including those that the parser creates by itself. */
function countingAdapter(offset: () => number) {
  let elements = 0
  const createElement: typeof defaultTreeAdapter.createElement = (...created) => {
    elements += 1
    if (elements > templateLimits.elements) throw new LimitReached('too_many_elements', offset())
    return defaultTreeAdapter.createElement(...created)
  }
  return { ...defaultTreeAdapter, createElement }
}

/** Parses a template as the content of a body, so that everything in it keeps its order. @throws {LimitReached} */
export function parseMarkup(compilation: Compilation): { nodes: MarkupNode[]; documentTags: Token.TagToken[] } {
  const { source, markup } = compilation
  const report = (fault: string, offset: number) =>
    source.report('html_syntax', offset, `${fault}: ${source.text.slice(offset, offset + 40)}`)
  const treeAdapter = countingAdapter(() => (parser instanceof MarkupParser ? parser.offset : 0))
  const body = treeAdapter.createElement('body', html.NS.HTML, [])
  const parser = MarkupParser.getFragmentParser<DefaultTreeAdapterMap>(body, {
    treeAdapter,
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    onParseError({ code, startOffset }) {
      if (harmlessErrors.has(code)) return
      report(code, startOffset)
    },
  })
  if (!(parser instanceof MarkupParser)) throw new TypeError('The parser makes no parsers of its own class')
  parser.compilation = compilation
  parser.pairs = tagPairs(report, (steps) => source.spend(steps))
  parser.tokenizer.write(markup, true)
  parser.pairs.finish()
  return { nodes: parser.getFragment().childNodes, documentTags: parser.documentTags }
}
