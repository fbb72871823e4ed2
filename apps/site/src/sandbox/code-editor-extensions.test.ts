import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { codeEditorExtensions } from './code-editor-extensions.ts'

/** Types a text as the browser reports it: a handler may insert something else. */
function typed(text: string): string {
  const setup = { label: 'HTML', describedBy: 'note', fields: () => ({}), onText() {} }
  const view = new EditorView({ state: EditorState.create({ extensions: codeEditorExtensions(setup) }) })
  for (const character of text) {
    const { from, to } = view.state.selection.main
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: character },
        selection: { anchor: from + 1 },
        userEvent: 'input.type',
      })
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, character, insert))
    if (!isHandled) view.dispatch(insert())
  }
  const result = view.state.doc.toString()
  view.destroy()
  return result
}

test.each(['<p>Frost</p>', '<div><b>Frost</b></div>'])('%s stays as it is typed', (text) => {
  expect(typed(text)).toBe(text)
})
