import { type RefObject, useId, useImperativeHandle, useRef, useState } from 'react'
import type { CodeEditorProps } from './CodeEditor.tsx'
import { type EditorHandle, endOfBody } from './editor-handle.ts'
import styles from './HtmlEditor.module.css'
import { loadCodeEditor, loadedCodeEditor } from './load-code-editor.ts'
import { showWhole } from './show-whole.ts'

interface HtmlEditorProps extends Omit<CodeEditorProps, 'describedBy' | 'start'> {
  handle: RefObject<EditorHandle | null>
}

type CodeEditorModule = Awaited<ReturnType<typeof loadCodeEditor>>
type Loaded = CodeEditorModule & Pick<CodeEditorProps, 'start'>

const proofKey = /Mac|iPad|iPhone/.test(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter'

const untouched = { selectionStart: 0, selectionEnd: 0, scrollTop: 0, isFocused: false }

/** The editor of another side, if its code has already loaded. */
const startIn = (module: CodeEditorModule | undefined): Loaded | undefined => module && { ...module, start: untouched }

/** The HTML of a template: a text area, which the code editor replaces when the visitor is about to use it. */
export function HtmlEditor(props: HtmlEditorProps) {
  const [loaded, setLoaded] = useState<Loaded | undefined>(() => startIn(loadedCodeEditor()))
  const area = useRef<HTMLTextAreaElement>(null)
  const isLoading = useRef(false)
  const isComposing = useRef(false)
  const hint = useId()

  const replace = (module: CodeEditorModule) => {
    const element = area.current
    if (!element) return
    if (isComposing.current) {
      // An input method is composing a character. React and, in Firefox, the text are updated after compositionend.
      return element.addEventListener('compositionend', () => setTimeout(() => replace(module)), { once: true })
    }
    const { selectionStart, selectionEnd, scrollTop } = element
    setLoaded({
      ...module,
      start: { selectionStart, selectionEnd, scrollTop, isFocused: document.activeElement === element },
    })
  }
  const load = () => {
    if (isLoading.current) return
    isLoading.current = true
    loadCodeEditor().then(replace, () => {
      // The next interaction tries again.
      isLoading.current = false
    })
  }

  return (
    <>
      <div className={styles.frame}>
        {loaded ? (
          <loaded.CodeEditor {...props} describedBy={hint} start={loaded.start} />
        ) : (
          <PlainEditor
            {...props}
            area={area}
            describedBy={hint}
            load={load}
            setIsComposing={(isOn) => {
              isComposing.current = isOn
            }}
          />
        )}
      </div>
      <p id={hint} className={styles.hint}>
        {proofKey} proofs the piece.
        {loaded &&
          ` Type {{ for merge fields${props.assets.length > 0 ? ', and asset: for your images and fonts' : ''}. Esc, then Tab, leaves the editor.`}
      </p>
    </>
  )
}

interface PlainEditorProps extends Omit<HtmlEditorProps, 'lint' | 'isAsLinted' | 'fields' | 'assets'> {
  area: RefObject<HTMLTextAreaElement | null>
  describedBy: string
  load: () => void
  setIsComposing: (isOn: boolean) => void
}

function PlainEditor({ area, handle, label, value, onText, describedBy, load, setIsComposing }: PlainEditorProps) {
  useImperativeHandle(handle, () => {
    if (!area.current) throw new Error('The text area is not on the page')
    return textAreaHandle(area.current)
  }, [area])
  return (
    <textarea
      ref={area}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.plain}
      value={value}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      wrap="off"
      onPointerEnter={load}
      onFocus={load}
      onKeyUp={({ key, currentTarget }) => key === 'Tab' && showWhole(currentTarget)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      onInput={({ currentTarget: { value: text } }) => onText(text)}
    />
  )
}

function selectionOf({ selectionStart, selectionEnd, value }: HTMLTextAreaElement): [start: number, end: number] {
  const end = endOfBody(value)
  return selectionEnd > 0 ? [selectionStart, selectionEnd] : [end, end]
}

/** The text area as the editor of a template. */
const textAreaHandle = (area: HTMLTextAreaElement): EditorHandle => ({
  insert(textFor) {
    const [start, end] = selectionOf(area)
    const text = textFor(area.value.slice(0, start))
    area.focus()
    area.setSelectionRange(start, end)
    // The only API that preserves the browser's undo history. Browsers without it get the text set directly.
    // oxlint-disable-next-line typescript/no-deprecated -- see above
    if (document.execCommand?.('insertText', false, text)) return
    area.setRangeText(text, start, end, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  },
  goToLine(line) {
    const lines = area.value.split('\n')
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.focus()
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
  },
})
