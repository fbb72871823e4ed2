import type { ReactNode } from 'react'
import { type Failure, pathOf } from './failure.ts'
import styles from './Sandbox.module.css'

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

interface FailureNoteProps {
  failure: Failure
  /** Buttons to recover with. */
  children?: ReactNode
}

export const FailureNote = ({ failure: { title, text, faults }, children }: FailureNoteProps) => (
  <div role="alert" className={styles.failure}>
    <h4>{title}</h4>
    <p>{text}</p>
    {faults.length > 0 && (
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.pointer} ${fault.code ?? fault.detail}`}>
            {fault.pointer !== '' && <code>{pathOf(fault).join(' / ')}</code>} {sentence(fault.detail)}
            {fault.found !== undefined && ` Found: ${sentence(fault.found)}`}
            {fault.allowed !== undefined && ` Allowed: ${sentence(fault.allowed)}`}
            {fault.remedy !== undefined && ` ${fault.remedy}`}
          </li>
        ))}
      </ul>
    )}
    {children}
  </div>
)
