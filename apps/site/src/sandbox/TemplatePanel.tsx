import type { TemplateFinding } from '@app/api-client'
import type { ReactNode, RefObject } from 'react'
import type { AssetReference } from './asset-completion.ts'
import { type Draft, withBody, withEdit, withoutEdit } from './draft.ts'
import type { EditorHandle } from './editor-handle.ts'
import { HtmlEditor } from './HtmlEditor.tsx'
import type { KeySession } from './key-storage.ts'
import { houseIds, type Side, sidesOf, withText } from './sandbox-request.ts'
import { houseHtml, htmlOf, unsavedHtml } from './template-html.ts'
import type { ReplaceDraft } from './use-draft.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

interface TemplatePanelProps {
  sandbox: SandboxState
  /** The side being edited. Undefined if the request has no template. */
  side: Side | undefined
  show: (member: string) => void
  editor: RefObject<EditorHandle | null>
  lint: readonly TemplateFinding[]
  /** Values by merge field, for completion. */
  fields: Readonly<Record<string, string>>
  /** Images and fonts, for completion. */
  assets: readonly AssetReference[]
  /** The save form, and the problems found in the template. */
  children: ReactNode
}

/** The HTML editor of one side. */
export function TemplatePanel({ sandbox, side, show, editor, lint, fields, assets, children }: TemplatePanelProps) {
  const { draft, session, templates, change, replace } = sandbox
  const html = side && htmlOf(draft, templates, side)
  const sides = sidesOf(draft.body)
  return (
    <section aria-labelledby="sandbox-template" className={styles.panel}>
      <div className={styles.head}>
        <h3 id="sandbox-template" tabIndex={-1}>
          Template
        </h3>
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
      {side && <TemplateStatus draft={draft} session={session} side={side} />}
      {side && html !== undefined ? (
        <HtmlEditor
          key={side.member}
          handle={editor}
          label={`HTML of the template, ${side.label}`}
          value={html}
          onText={(text) => change((before) => withTyped(before, session, side, text))}
          lint={lint}
          isAsLinted={session?.templates[side.templateId]?.html === html}
          fields={fields}
          assets={assets}
        />
      ) : (
        <p className={styles.empty}>
          {side
            ? 'This browser has no copy of this template. The proof uses the saved version.'
            : 'The request names no template. Choose a piece above, or add Front and Back to the JSON.'}
        </p>
      )}
      {children}
      {side && <RevertButtons draft={draft} session={session} side={side} replace={replace} />}
    </section>
  )
}

/** The draft with this HTML. Typing the built-in HTML again leaves no edit behind. */
const withTyped = (draft: Draft, session: KeySession | undefined, { templateId }: Side, html: string): Draft =>
  html === houseHtml(templateId)
    ? withoutEdit(draft, templateId)
    : withEdit(draft, templateId, html, session?.templates[templateId]?.version)

interface SideProps {
  draft: Draft
  session: KeySession | undefined
  side: Side
}

/** A built-in template without edits. */
const isBuiltIn = ({ draft, session, side }: SideProps) =>
  houseHtml(side.templateId) !== undefined && unsavedHtml(draft, session, side) === undefined

function TemplateStatus({ draft, session, side }: SideProps) {
  const saved = session?.templates[side.templateId]
  const isEdited = unsavedHtml(draft, session, side) !== undefined
  return (
    <p className={styles.meta}>
      {saved && `${saved.name} `}
      <code>{side.templateId}</code>{' '}
      {isBuiltIn({ draft, session, side }) ? 'built in' : isEdited ? 'edited, not saved yet' : 'yours'}
      {saved && `, version ${saved.version}`}
    </p>
  )
}

function RevertButtons({ draft, session, side, replace }: SideProps & { replace: ReplaceDraft }) {
  const { member, templateId } = side
  const saved = session?.templates[templateId]
  const restoreBuiltIn = (before: Draft) => {
    const house = houseIds[member]
    const unedited = withoutEdit(withoutEdit(before, templateId), house)
    return withBody(unedited, withText(before.body, [member], house))
  }
  if (isBuiltIn({ draft, session, side })) return null
  return (
    <div className={styles.row}>
      {saved !== undefined && htmlOf(draft, session?.templates ?? {}, side) !== saved.html && (
        <button
          type="button"
          className={styles.link}
          onClick={() => replace('Back to the saved version.', (before) => withoutEdit(before, templateId))}
        >
          Back to the Saved Version
        </button>
      )}
      <button
        type="button"
        className={styles.link}
        onClick={() => replace('Back to the built-in template.', restoreBuiltIn)}
      >
        Back to the Built-in Template
      </button>
    </div>
  )
}
