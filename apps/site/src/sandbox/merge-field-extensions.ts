import { expressionsOf } from '@app/mail-piece/merge-fields'
import { type Completion, type CompletionSource, snippet } from '@codemirror/autocomplete'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

const mark = Decoration.mark({ class: 'cm-merge-field' })
const unknownMark = Decoration.mark({ class: 'cm-merge-field cm-merge-field-unknown' })

function marksOf({ state, viewport }: EditorView): DecorationSet {
  const ranges = [...expressionsOf(state.doc.toString())]
    .filter(({ start, end }) => end > viewport.from && start < viewport.to)
    .map(({ kind, start, end }) => (kind === 'unknown' ? unknownMark : mark).range(start, end))
  return Decoration.set(ranges)
}

/** Highlights merge fields everywhere: in text, attributes, and styles. */
export const mergeFieldColors = ViewPlugin.fromClass(
  class {
    marks: DecorationSet
    constructor(view: EditorView) {
      this.marks = marksOf(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.marks = marksOf(view)
    }
  },
  { decorations: ({ marks }) => marks },
)

/** An unclosed expression before the caret. */
const opened = /\{\{\s*(#?\w*)$/

/** A completion that closes the expression unless the editor already did. */
function expression(text: string, rest: Omit<Completion, 'label' | 'apply'> = {}): Completion {
  const inserted = snippet(text.replace('"text"', '"${text}"'))
  return {
    label: text,
    ...rest,
    apply(view, completion, from, to) {
      const isClosed = view.state.sliceDoc(to, to + 2) === '}}'
      if (!isClosed) view.dispatch({ changes: { from: to, insert: '}}' } })
      inserted(view, completion, from, to)
    },
  }
}

const completionsOf = (fields: Readonly<Record<string, string>>): Completion[] => [
  ...Object.entries(fields).flatMap(([field, value]) => [
    expression(field, { type: 'variable', detail: value, boost: 2 }),
    expression(`${field} ?? "text"`, { type: 'variable', detail: 'with a default', boost: 1 }),
  ]),
  ...Object.keys(fields).map((field) => expression(`#if ${field}`, { type: 'keyword' })),
  expression('/if', { type: 'keyword' }),
]

/** Completes merge fields after two braces. */
export const mergeFieldCompletion =
  (fields: () => Readonly<Record<string, string>>): CompletionSource =>
  (context) => {
    const match = context.matchBefore(opened)
    if (!match) return null
    const typed = opened.exec(match.text)?.[1] ?? ''
    return { from: context.pos - typed.length, options: completionsOf(fields()), validFor: /^#?\w*$/ }
  }
