import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { codeLanguages, type ExampleRequest } from '../content/code-languages.ts'
import { type ExampleName, examples } from '../content/payloads.ts'
import { printApiSchema, sandboxWith } from '../content/paths.ts'
import styles from './CodeSample.module.css'
import { CopyButton } from '../components/CopyButton.tsx'

/** One of the examples, which run exactly as shown. */
export function ExampleSample({ name }: { name: ExampleName }) {
  const { result, ...request } = examples[name]
  return (
    <CodeSample {...request}>
      Runs as is, without an account. {result} Nothing is mailed. <Link to={sandboxWith(name)}>Try it</Link>{' '}
      <a href={printApiSchema}>JSON Schema</a>
    </CodeSample>
  )
}

interface ExampleWithTextProps {
  name: ExampleName
  /** By default, the text comes first. */
  isSampleFirst?: boolean
  children: ReactNode
}

/** An example next to the text about it. */
export const ExampleWithText = ({ name, isSampleFirst, children }: ExampleWithTextProps) => (
  <div className={styles.columns} data-sample-first={isSampleFirst}>
    {isSampleFirst && <ExampleSample name={name} />}
    <div>{children}</div>
    {!isSampleFirst && <ExampleSample name={name} />}
  </div>
)

/** A response of the API. */
export const ResponseSample = ({ title, status, body }: { title: string; status: string; body: object }) => (
  <figure className={styles.sample} data-background="ink">
    <figcaption className={styles.head}>
      <span>{title}</span>
      <span className={styles.request}>{status}</span>
    </figcaption>
    {/* Long lines scroll, so keyboard users must be able to focus the panel. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div role="group" aria-label={title} tabIndex={0} className={styles.panel}>
      <Code text={JSON.stringify(body, null, 2)} />
    </div>
  </figure>
)

const Code = ({ text }: { text: string }) => (
  <pre className={styles.code}>
    <code>{text.split(codeParts).map(colored)}</code>
  </pre>
)

interface CodeSampleProps extends ExampleRequest {
  /** Label of the sample, both shown and read by screen readers. */
  title: string
  languages?: typeof codeLanguages
  /** A note below the code. */
  children?: ReactNode
}

/** A request to the print API in several languages, with a copy button. */
export function CodeSample({ title, languages = codeLanguages, children, ...request }: CodeSampleProps) {
  const [shown, setShown] = useState(0)
  const id = useId()
  const text = languages[shown]?.write(request) ?? ''
  return (
    <figure className={styles.sample} data-background="ink">
      <figcaption className={styles.head}>
        <span>{title}</span>
        <span className={styles.request}>POST {request.path}</span>
      </figcaption>
      <div className={styles.bar}>
        <LanguageTabs id={id} title={title} languages={languages} shown={shown} show={setShown} />
        <CopyButton key={text} text={text} className={styles.copy}>
          Copy
        </CopyButton>
      </div>
      {/* Long lines scroll, so keyboard users must be able to focus the panel. */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} tabIndex={0} className={styles.panel}>
        <Code text={text} />
      </div>
      {children && <p className={styles.note}>{children}</p>}
    </figure>
  )
}

interface LanguageTabsProps {
  id: string
  title: string
  languages: typeof codeLanguages
  shown: number
  show: (index: number) => void
}

/** The ARIA tabs pattern: one tab stop, with arrow keys to move between tabs. */
function LanguageTabs({ id, title, languages, shown, show }: LanguageTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const last = languages.length - 1
  const moveWithKeys = (event: KeyboardEvent) => {
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
    <div ref={list} role="tablist" aria-label={`${title}, language`} className={styles.tabs} onKeyDown={moveWithKeys}>
      {languages.map(({ name }, index) => (
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
