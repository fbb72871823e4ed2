import { useState } from 'react'
import styles from './CodeSample.module.css'

interface CodeSampleProps {
  /** What it is, for the eye and for a screen reader. */
  title: string
  /** Shown as JSON. */
  payload: object
  /** A line above the body, like a method and a path. */
  request?: string
}

/** A body of the print API with a button that copies it. */
export function CodeSample({ title, payload, request }: CodeSampleProps) {
  const text = JSON.stringify(payload, null, 2)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
  }
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.head}>
        <span>{title}</span>
        <button type="button" className={styles.copy} onClick={() => void copy()} onBlur={() => setIsCopied(false)}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </figcaption>
      {/* Wide lines scroll: the region is reachable by keyboard. */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={title}>
        {request && <span className={styles.request}>{`${request}\n\n`}</span>}
        <code>{text.split(/("(?:[^"\\]|\\.)*"(?::)?|\b(?:true|false)\b)/).map(colored)}</code>
      </pre>
    </figure>
  )
}

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
