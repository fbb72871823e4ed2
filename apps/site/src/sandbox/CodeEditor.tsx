import type { TemplateFinding } from '@app/api-client'
import { setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AssetReference } from './asset-completion.ts'
import { codeEditorExtensions } from './code-editor-extensions.ts'
import { type EditorHandle, endOfBody } from './editor-handle.ts'
import { diagnosticsOf } from './lint-marks.ts'
import styles from './HtmlEditor.module.css'

/** The selection, scroll position, and focus of the text area that the editor replaces. */
interface EditorStart {
  selectionStart: number
  selectionEnd: number
  scrollTop: number
  isFocused: boolean
}

export interface CodeEditorProps {
  handle: RefObject<EditorHandle | null>
  label: string
  /** Id of the element that explains the keys. */
  describedBy: string
  value: string
  onText: (text: string) => void
  /** The API's findings when the template was last saved. */
  lint: readonly TemplateFinding[]
  /** True if the findings are about the current text. */
  isAsLinted: boolean
  /** Merge fields to suggest, with their values. */
  fields: Readonly<Record<string, string>>
  /** The key's images and fonts. */
  assets: readonly AssetReference[]
  start: EditorStart
}

/** The code editor: line numbers, colors, completion of merge fields and assets, and marks on lines with problems. */
export function CodeEditor(props: CodeEditorProps) {
  const { handle, label, describedBy, value, lint, start } = props
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  const [extensions] = useState(() =>
    codeEditorExtensions({
      label,
      describedBy,
      fields: () => latest.current.fields,
      assets: () => latest.current.assets,
      // Synchronously, so that no earlier text comes back as a new value.
      onText: (text) => flushSync(() => latest.current.onText(text)),
    }),
  )

  useLayoutEffect(() => {
    if (!parent.current) return undefined
    const created = new EditorView({
      parent: parent.current,
      doc: value,
      selection: { anchor: start.selectionStart, head: start.selectionEnd },
      extensions,
    })
    created.scrollDOM.scrollTop = start.scrollTop
    if (start.isFocused) created.focus()
    view.current = created
    return () => created.destroy()
    // Runs only when the editor mounts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useLayoutEffect(() => {
    const { current } = view
    if (!current || current.state.doc.toString() === value) return
    // A new state, because undoing edits of the previous text would change this one.
    current.setState(EditorState.create({ doc: value, extensions }))
    current.scrollDOM.scrollTo(0, 0)
  }, [value, extensions])

  useLayoutEffect(() => {
    const { current } = view
    if (!current || !latest.current.isAsLinted) return
    // From here on, the editor moves the marks with their text.
    current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state.doc, lint)))
  }, [lint])

  useImperativeHandle(handle, () => {
    if (!view.current) throw new Error('The editor is not on the page')
    return handleOf(view.current)
  }, [])

  return <div ref={parent} className={styles.code} />
}

const handleOf = (view: EditorView): EditorHandle => ({
  insert(textFor) {
    const { state } = view
    const { from, to } = state.selection.main
    const end = endOfBody(state.doc.toString())
    const [start, stop] = to > 0 ? [from, to] : [end, end]
    const insert = textFor(state.doc.sliceString(0, start))
    view.focus()
    view.dispatch({
      changes: { from: start, to: stop, insert },
      selection: { anchor: start + insert.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    })
  },
  goToLine(line) {
    const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
    view.focus()
    view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  },
})
