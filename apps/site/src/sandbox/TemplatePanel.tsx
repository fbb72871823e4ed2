import type { ReactNode, RefObject } from 'react'
import { withBody, withEdit, withoutEdit } from './draft.ts'
import type { SavedTemplate } from './key-storage.ts'
import { houseIds, type Side, withText } from './sandbox-request.ts'
import type { ChangeDraft } from './use-draft.ts'
import styles from './Workbench.module.css'

interface TemplatePanelProps {
  sides: readonly Side[]
  side: Side | undefined
  show: (member: string) => void
  change: ChangeDraft
  editor: RefObject<HTMLTextAreaElement | null>
  /** Undefined when nobody here knows it: the request names a template of its own. */
  html: string | undefined
  /** The HTML of the house template that is edited, if it is one. */
  houseHtml: string | undefined
  /** The template as it is saved with the key, if it is. */
  saved: SavedTemplate | undefined
  isEdited: boolean
  /** How it is saved, and what is wrong in it. */
  children: ReactNode
}

/** The HTML of one side, to be edited. */
export function TemplatePanel({
  sides,
  side,
  show,
  change,
  editor,
  html,
  houseHtml,
  saved,
  isEdited,
  children,
}: TemplatePanelProps) {
  const edit = (text: string) =>
    side &&
    change((before) =>
      text === houseHtml
        ? withoutEdit(before, side.templateId)
        : withEdit(before, side.templateId, text, saved?.version),
    )
  const restore = () =>
    side &&
    change((before) => {
      const house = houseIds[side.member]
      const unedited = withoutEdit(withoutEdit(before, side.templateId), house)
      return withBody(unedited, withText(before.body, [side.member], house))
    })
  const isHouse = houseHtml !== undefined && !isEdited
  const canGoBack = side !== undefined && saved !== undefined && html !== saved.html

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
          {saved?.name && `${saved.name} `}
          <code>{side.templateId}</code> {isHouse ? 'built in' : isEdited ? 'edited, not saved yet' : 'yours'}
          {saved?.version !== undefined && `, version ${saved.version}`}
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
      {children}
      <div className={styles.row}>
        <p className={styles.meta}>
          {'{{field}}'}, {'{{field ?? "text"}}'}, {'{{#if field}}'}
        </p>
        {canGoBack && (
          <button
            type="button"
            className={styles.link}
            onClick={() => change((before) => withoutEdit(before, side.templateId))}
          >
            Back to the Saved Version
          </button>
        )}
        {side && !isHouse && (
          <button type="button" className={styles.link} onClick={restore}>
            Back to the Built-in Template
          </button>
        )}
      </div>
    </section>
  )
}
