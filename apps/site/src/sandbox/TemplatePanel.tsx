import type { TemplateFinding } from '@app/api-client'
import { useRef } from 'react'
import { houseIds, type Side, withText } from './sandbox-request.ts'
import type { ChangeDraft } from './use-draft.ts'
import styles from './Workbench.module.css'

interface TemplatePanelProps {
  sides: readonly Side[]
  side: Side | undefined
  show: (member: string) => void
  change: ChangeDraft
  /** Undefined when nobody here knows it: the request names a template of its own. */
  html: string | undefined
  /** The HTML of the house template that is edited, if it is one. */
  houseHtml: string | undefined
  isEdited: boolean
  lint: readonly TemplateFinding[]
}

/** The HTML of one side, to be edited. */
export function TemplatePanel({ sides, side, show, change, html, houseHtml, isEdited, lint }: TemplatePanelProps) {
  const editor = useRef<HTMLTextAreaElement>(null)
  const edit = (text: string) =>
    side &&
    change((before) => {
      const { [side.templateId]: _before, ...others } = before.edits
      return { ...before, edits: text === houseHtml ? others : { ...others, [side.templateId]: text } }
    })
  const restore = () =>
    side &&
    change((before) => {
      const { [side.templateId]: _own, [houseIds[side.member]]: _house, ...edits } = before.edits
      return { body: withText(before.body, [side.member], houseIds[side.member]), edits }
    })
  const isHouse = houseHtml !== undefined && !isEdited

  return (
    <section aria-labelledby="sandbox-template" className={styles.panel}>
      <div className={styles.head}>
        <h3 id="sandbox-template">Template</h3>
        {sides.length > 1 && (
          <fieldset aria-label="Side" className={styles.switch}>
            {sides.map(({ member, label }) => (
              <label key={member}>
                <input
                  type="radio"
                  name="sandbox-side"
                  checked={member === side?.member}
                  onChange={() => show(member)}
                />
                {label}
              </label>
            ))}
          </fieldset>
        )}
      </div>
      {side && (
        <p className={styles.meta}>
          <code>{side.templateId}</code> {isHouse ? 'of the house' : isEdited ? 'edited, not saved yet' : 'yours'}
        </p>
      )}
      {side && html !== undefined ? (
        <textarea
          ref={editor}
          aria-label={`HTML of the template, ${side.label}`}
          className={styles.editor}
          value={html}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          onInput={({ currentTarget: { value } }) => edit(value)}
        />
      ) : (
        <p className={styles.empty}>
          {side
            ? 'This template is not kept in this browser. It is proofed as it is saved.'
            : 'The request names no template. Give it Front and Back, or Template.'}
        </p>
      )}
      <Lint lint={lint} goTo={(line) => editor.current && selectLine(editor.current, line)} />
      <div className={styles.row}>
        <p className={styles.meta}>
          {'{{field}}'}, {'{{field ?? "text"}}'}, {'{{#if field}}'}
        </p>
        {side && !isHouse && (
          <button type="button" className={styles.link} onClick={restore}>
            Back to the House Template
          </button>
        )}
      </div>
    </section>
  )
}

/** What is wrong in the template, as the API said when it was saved. */
function Lint({ lint, goTo }: { lint: readonly TemplateFinding[]; goTo: (line: number) => void }) {
  if (lint.length === 0) return null
  return (
    <ul className={styles.lint} aria-label="What is wrong in the template">
      {lint.map(({ Code, Severity, Found, Allowed, Remedy, Line, Column }) => (
        <li key={`${Code} ${Line} ${Column} ${Found}`} data-severity={Severity}>
          <strong>{Severity === 'error' ? 'Error' : 'Warning'}</strong> <code>{Code}</code>
          {Line !== null && (
            <button type="button" className={styles.link} onClick={() => goTo(Line)}>
              line {Line}
            </button>
          )}
          <p>
            Found {Found}; allowed: {Allowed}. {Remedy}
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
