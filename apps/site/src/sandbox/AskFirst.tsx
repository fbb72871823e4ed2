import { type ReactNode, useState } from 'react'
import buttons from '../components/buttons.module.css'
import styles from './Sandbox.module.css'

interface AskFirstProps {
  /** Label of the button that opens the question. */
  label: string
  /** Name of the question for screen readers. */
  name: string
  question: string
  yes: string
  isBusy?: boolean
  act: () => void
  className: string | undefined
  /** Other buttons of the row, before this one. */
  children?: ReactNode
}

/** A button that requires confirmation for an action that cannot be undone. */
export function AskFirst({ label, name, question, yes, isBusy = false, act, className, children }: AskFirstProps) {
  /** Undefined until the visitor first clicks the button. */
  const [isAsking, setIsAsking] = useState<boolean>()
  if (isAsking) {
    return (
      <div className={styles.question} role="group" aria-label={name}>
        <p>{question}</p>
        <p className={styles.row}>
          {/* The question takes the focus, on the safe choice. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <button type="button" autoFocus className={buttons.secondary} onClick={() => setIsAsking(false)}>
            Keep It
          </button>
          <button type="button" className={buttons.secondary} aria-disabled={isBusy} onClick={act}>
            {yes}
          </button>
        </p>
      </div>
    )
  }
  return (
    <p className={styles.row}>
      {children}
      {/* The safe choice returns the focus here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <button type="button" autoFocus={isAsking === false} className={className} onClick={() => setIsAsking(true)}>
        {label}
      </button>
    </p>
  )
}
