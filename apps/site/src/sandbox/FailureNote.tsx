import type { ReactNode } from 'react'
import type { Failure } from './failure.ts'
import { faultPlace, faultText } from './fault-words.ts'
import styles from './Sandbox.module.css'

interface FailureNoteProps {
  failure: Failure
  /** Buttons for recovery. */
  children?: ReactNode
}

export const FailureNote = ({ failure: { title, text, faults }, children }: FailureNoteProps) => (
  <div role="alert" className={styles.failure}>
    <h4>{title}</h4>
    <p>{text}</p>
    {faults && (
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.pointer} ${fault.code ?? fault.detail}`}>
            {fault.pointer !== '' && <strong>{faultPlace(fault)}:</strong>} {faultText(fault)}
          </li>
        ))}
      </ul>
    )}
    {children}
  </div>
)
