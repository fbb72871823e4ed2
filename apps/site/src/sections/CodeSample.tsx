import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { codeLanguages, type ExampleRequest } from '../content/code-languages.ts'
import { printApiSchema } from '../content/paths.ts'
import styles from './CodeSample.module.css'

interface CodeSampleProps extends ExampleRequest {
  /** Label of the sample, both shown and read by screen readers. */
  title: string
}

/** A request to the print API in several languages, with a button that copies it. */
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
      {/* Long lines scroll, so keyboard users must be able to focus the panel. */}
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
      <p className={styles.preview}>
        Preview: the print API is not open yet. This request follows its <a href={printApiSchema}>published schema</a>.
      </p>
    </figure>
  )
}

interface LanguageTabsProps {
  id: string
  title: string
  shown: number
  show: (index: number) => void
}

/** The ARIA tabs pattern: one tab stop, and arrow keys that move between the tabs. */
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
  // split() with a group alternates between text and matches. Equal parts differ by position alone, hence the index as key.
  const className = index % 2 === 0 ? undefined : part.endsWith(':') ? styles.key : styles.value
  // oxlint-disable-next-line react/no-array-index-key
  return className ? (
    <span key={index} className={className}>
      {part}
    </span>
  ) : (
    part
  )
}
