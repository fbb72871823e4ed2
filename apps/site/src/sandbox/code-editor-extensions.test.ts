import { CompletionContext, type CompletionSource } from '@codemirror/autocomplete'
import { undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { act, render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { CodeEditor, type CodeEditorProps } from './CodeEditor.tsx'
import { codeEditorExtensions } from './code-editor-extensions.ts'

const setup = {
  label: 'HTML',
  describedBy: 'note',
  fields: () => ({ city: 'Tulsa' }),
  assets: () => [{ id: 'asset_3Tb8kQ1ZsV6yHn0dRj5M', name: 'spring.png', detail: '1,875 × 1,350 pixels' }],
  onText() {},
}

/** Types text as the browser reports it; a handler may insert something else. */
function typed(text: string): string {
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

test.each(['<p>Frost</p>', '<div><b>Frost</b></div>'])('%s stays as typed', (text) => {
  expect(typed(text)).toBe(text)
})

test('undo does not restore deleted text into a text that has since been replaced', () => {
  const props: CodeEditorProps = {
    ...setup,
    handle: { current: null },
    value: '<p>One</p>',
    lint: [],
    isAsLinted: false,
    fields: {},
    assets: [],
    start: { selectionStart: 0, selectionEnd: 0, scrollTop: 0, isFocused: false },
  }
  const { container, rerender } = render(createElement(CodeEditor, props))
  const view = EditorView.findFromDOM(container)
  if (!view) throw new Error('there is no editor')
  // jsdom has no layout.
  view.scrollDOM.scrollTo = () => {}
  act(() => view.dispatch({ changes: { from: 0, to: 3 }, userEvent: 'delete' }))
  rerender(createElement(CodeEditor, { ...props, value: 'One</p>' }))
  rerender(createElement(CodeEditor, { ...props, value: '<p>Other</p>' }))
  act(() => void undo(view))
  expect(view.state.doc.toString()).toBe('<p>Other</p>')
})

/** Returns the completions offered at the end of the text. */
async function offered(text: string) {
  const state = EditorState.create({ doc: text, extensions: codeEditorExtensions(setup) })
  const sources = state.languageDataAt<CompletionSource>('autocomplete', text.length)
  const results = await Promise.all(
    sources.map(async (source) => source(new CompletionContext(state, text.length, false))),
  )
  return results.flatMap((result) =>
    (result?.options ?? []).map(({ label, displayLabel = label, apply }) => [
      text.slice(result?.from),
      displayLabel,
      apply,
    ]),
  )
}

test.each([
  ['<img src="asset:', ''],
  ['<img src="asset:spr', 'spr'],
  ['<i style="background: url(asset:asset_3T', 'asset_3T'],
])('%s is completed with uploaded assets', async (text, typed) => {
  expect(await offered(text)).toEqual([[typed, 'spring.png', 'asset_3Tb8kQ1ZsV6yHn0dRj5M']])
})

test.each(['<p>asset', '<img src="', 'myasset:'])('%s is not completed with an asset', async (text) => {
  expect(await offered(text)).not.toContainEqual(expect.arrayContaining(['spring.png']))
})
