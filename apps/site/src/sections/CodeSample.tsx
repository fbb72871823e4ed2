import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { codeLanguages, type ExampleRequest } from '../content/code-languages.ts'
import styles from './CodeSample.module.css'

interface CodeSampleProps extends ExampleRequest {
  /** What it is, for the eye and for a screen reader. */
  title: string
}

/** A request of the print API in several languages, with a button that copies it. */
export function CodeSample({ title, ...request }: CodeSampleProps) {
  const [shown, setShown] = useState(0)
  const id = useId()
  const text = codeLanguages[shown]?.write(request) ?? ''
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.head}>
        <span>{title}</span>
        <span className={styles.request}>
          {request.method} {request.path}
        </span>
      </figcaption>
      <div className={styles.bar}>
        <LanguageTabs id={id} title={title} shown={shown} show={setShown} />
        <CopyButton key={text} text={text} />
      </div>
      {/* Wide lines scroll: the panel is reachable by keyboard. */}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
        tabIndex={0}
        className={styles.panel}
        data-language={codeLanguages[shown]?.name}
      >
        <pre className={styles.code}>
          <code>{text.split(codeParts).map(colored)}</code>
        </pre>
      </div>
    </figure>
  )
}

interface LanguageTabsProps {
  id: string
  title: string
  shown: number
  show: (index: number) => void
}

/** Tabs as a screen reader knows them: one stop of the keyboard, and the arrows go from one to the next. */
function LanguageTabs({ id, title, shown, show }: LanguageTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const last = codeLanguages.length - 1
  const goWithKeys = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: shown === last ? 0 : shown + 1,
      ArrowLeft: shown === 0 ? last : shown - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    show(target)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={`${title}, language`} className={styles.tabs} onKeyDown={goWithKeys}>
      {codeLanguages.map(({ name }, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${index}`}
          aria-selected={index === shown}
          aria-controls={`${id}-panel`}
          tabIndex={index === shown ? 0 : -1}
          className={styles.tab}
          onClick={() => show(index)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  const words = { idle: 'Copy', copied: 'Copied', refused: 'Not allowed' }
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()} onBlur={() => setState('idle')}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  )
}

const codeParts = /("(?:[^"\\]|\\.)*"(?::)?|\b(?:true|false)\b)/

function colored(part: string, index: number) {
  // Every second part is one of the matches; equal parts are told apart by their place alone.
  const look = index % 2 === 0 ? undefined : part.endsWith(':') ? styles.key : styles.value
  // oxlint-disable-next-line react/no-array-index-key
  return look ? (
    <span key={index} className={look}>
      {part}
    </span>
  ) : (
    part
  )
}
