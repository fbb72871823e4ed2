import type { TemplateFinding } from '@app/api-client'
import type { RefObject } from 'react'
import type { EditorHandle } from './editor-handle.ts'
import styles from './Sandbox.module.css'

interface LintProps {
  /** True if the HTML was edited after the problems were found. */
  isEdited: boolean
  lint: readonly TemplateFinding[]
  editor: RefObject<EditorHandle | null>
}

/** The problems the API found in the template when it was last saved. */
export function Lint({ lint, isEdited, editor }: LintProps) {
  if (lint.length === 0) return null
  return (
    <>
      {isEdited && <p className={styles.meta}>Found in the saved version. Save or proof it to check your edits.</p>}
      <ul className={styles.lint} aria-label="Problems in the template">
        {lint.map(({ Code, Severity, Found, Allowed, Remedy, Line, Column }) => (
          <li key={`${Code} ${Line} ${Column} ${Found}`} data-severity={Severity}>
            <strong>{Severity === 'error' ? 'Error' : 'Warning'}</strong> <code>{Code}</code>
            {Line !== null && (
              <button type="button" className={styles.link} onClick={() => editor.current?.goToLine(Line)}>
                line {Line}
              </button>
            )}
            <p>
              Found: {Found}. Allowed: {Allowed}. {Remedy}
            </p>
          </li>
        ))}
      </ul>
    </>
  )
}
