import type { TemplateFinding } from '@app/api-client'
import type { RefObject } from 'react'
import styles from './Sandbox.module.css'

interface LintProps {
  lint: readonly TemplateFinding[]
  editor: RefObject<HTMLTextAreaElement | null>
}

/** The problems the API found in the template when it was last saved. */
export function Lint({ lint, editor }: LintProps) {
  const goTo = (line: number) => editor.current && selectLine(editor.current, line)
  if (lint.length === 0) return null
  return (
    <ul className={styles.lint} aria-label="Problems in the template">
      {lint.map(({ Code, Severity, Found, Allowed, Remedy, Line, Column }) => (
        <li key={`${Code} ${Line} ${Column} ${Found}`} data-severity={Severity}>
          <strong>{Severity === 'error' ? 'Error' : 'Warning'}</strong> <code>{Code}</code>
          {Line !== null && (
            <button type="button" className={styles.link} onClick={() => goTo(Line)}>
              line {Line}
            </button>
          )}
          <p>
            Found: {Found}. Allowed: {Allowed}. {Remedy}
          </p>
        </li>
      ))}
    </ul>
  )
}

function selectLine(editor: HTMLTextAreaElement, line: number): void {
  const lines = editor.value.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  editor.focus()
  editor.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  editor.scrollTop = (editor.scrollHeight / lines.length) * Math.max(0, line - 4)
}
