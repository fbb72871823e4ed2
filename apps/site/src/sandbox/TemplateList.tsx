import {
  ApiError,
  deletePrintTemplate,
  getPrintTemplate,
  listPrintTemplates,
  type PrintTemplate,
} from '@app/api-client'
import { useRef, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { atTime } from './at-time.ts'
import { withBody, withoutTemplate } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { FailureNote } from './FailureNote.tsx'
import type { Holder } from './holder.ts'
import { withKey } from './key-storage.ts'
import { ListEnd } from './ListEnd.tsx'
import { sidesOf, sizeLabels, withTemplate } from './sandbox-request.ts'
import { useKeyList } from './use-key-list.ts'
import own from './KeyHolder.module.css'
import styles from './Workbench.module.css'

interface TemplateListProps {
  holder: Holder
  /** The side that is in the editor. */
  shown: string
}

const pageSize = 20

/** The templates of the key: opened, and deleted. They are saved beside the editor. */
export function TemplateList({ holder, shown }: TemplateListProps) {
  const { ring, draft, change, keep, keepTemplate, saves, renew } = holder
  const sides = sidesOf(draft.body)
  const list = useKeyList(
    (cursor) => listPrintTemplates({ limit: pageSize, ...(cursor && { cursor }) }, withKey(ring)),
    saves,
  )
  const rows = list.rows?.filter(({ House }) => !House)
  const [busy, setBusy] = useState<string>()
  const [said, setSaid] = useState<{ text: string; undo?: () => void }>()
  const [failure, setFailure] = useState<Failure>()
  const heading = useRef<HTMLHeadingElement>(null)

  const act = async (id: string, work: () => Promise<void>) => {
    if (busy !== undefined) return
    setBusy(id)
    setSaid(undefined)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusy(undefined)
  }
  const openIt = ({ Id }: PrintTemplate) =>
    act(Id, async () => {
      const { data } = await getPrintTemplate(Id, withKey(ring))
      keep(data, data.Html, ring)
      change((before) => withBody(before, withTemplate(before.body, data, shown)))
      setSaid({ text: `“${data.Name}” is in the editor.`, undo: () => change(() => draft) })
    })
  const deleteIt = ({ Id, Name }: PrintTemplate) =>
    act(Id, async () => {
      await deletePrintTemplate(Id, withKey(ring)).catch(unlessGone)
      const isOpen = sides.some(({ templateId }) => templateId === Id)
      change((before) => withoutTemplate(before, Id, ring.templates[Id]?.html))
      keepTemplate(ring, Id, undefined)
      setSaid({ text: `“${Name}” is deleted.${isOpen ? ' Its HTML is still in the editor, not saved.' : ''}` })
      heading.current?.focus()
      list.again()
    })

  return (
    <section aria-labelledby="sandbox-templates" className={[styles.side, own.box].join(' ')}>
      <h3 id="sandbox-templates" ref={heading} tabIndex={-1}>
        Your templates
      </h3>
      <div role="status" className={own.said}>
        {said && (
          <p>
            {said.text}{' '}
            {said.undo && (
              <button
                type="button"
                className={styles.link}
                onClick={() => {
                  said.undo?.()
                  setSaid({ text: 'What was there before is there again.' })
                  heading.current?.focus()
                }}
              >
                Undo
              </button>
            )}
          </p>
        )}
      </div>
      {failure && <FailureNote failure={failure} />}
      {rows && rows.length > 0 && (
        <ul aria-labelledby="sandbox-templates" className={own.list}>
          {rows.map((template) => (
            <TemplateRow
              key={template.Id}
              template={template}
              known={ring.templates[template.Id]?.version}
              openAs={sides.find(({ templateId }) => templateId === template.Id)?.label}
              isBusy={busy === template.Id}
              openIt={() => void openIt(template)}
              deleteIt={() => void deleteIt(template)}
            />
          ))}
        </ul>
      )}
      <ListEnd
        list={{ ...list, rows }}
        empty="None yet. Edit the HTML above and save it, or proof it: that saves it too."
        renew={renew}
      />
    </section>
  )
}

/** Somebody else deleted it, which is as good. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

interface TemplateRowProps {
  template: PrintTemplate
  /** The version that this browser last saw. */
  known: number | undefined
  openAs: string | undefined
  isBusy: boolean
  openIt: () => void
  deleteIt: () => void
}

function TemplateRow({ template, known, openAs, isBusy, openIt, deleteIt }: TemplateRowProps) {
  const { Id, Name, Size, Version, Lint, UpdatedAt } = template
  /** Undefined until it was asked for the first time. */
  const [isAsked, setIsAsked] = useState<boolean>()
  const isNewer = known !== undefined && Version > known
  const errors = Lint.filter(({ Severity }) => Severity === 'error').length
  return (
    <li>
      <strong>{Name}</strong> <code>{Id}</code>
      <p>
        {Size && sizeLabels[Size]}, version {Version}, {atTime(UpdatedAt)}
        {openAs !== undefined && `, in the editor as ${openAs}`}
      </p>
      {errors > 0 && (
        <p className={styles.fault}>
          {errors === 1 ? 'It has an error' : `It has ${errors} errors`} and cannot be proofed. Open it to see what is
          wrong.
        </p>
      )}
      {isNewer && (
        <p className={styles.warning}>
          Version {Version} was saved elsewhere. Here it is still version {known}.
        </p>
      )}
      {isAsked ? (
        <div className={own.question} role="group" aria-label={`Delete ${Name}`}>
          <p>Delete “{Name}” with all of its versions? Its proofs stay until they expire.</p>
          <p className={styles.row}>
            {/* What is asked has the focus, and what does no harm has it first. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <button type="button" autoFocus className={buttons.secondary} onClick={() => setIsAsked(false)}>
              Keep It
            </button>
            <button type="button" className={buttons.secondary} aria-disabled={isBusy} onClick={deleteIt}>
              {isBusy ? 'Deleting...' : 'Delete It'}
            </button>
          </p>
        </div>
      ) : (
        <p className={styles.row}>
          <button type="button" className={styles.link} aria-disabled={isBusy} onClick={openIt}>
            {isBusy ? 'Opening...' : isNewer ? `Open Version ${Version}` : 'Open'}
          </button>
          {/* Whoever keeps it is where they were. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <button type="button" autoFocus={isAsked === false} className={styles.link} onClick={() => setIsAsked(true)}>
            Delete
          </button>
        </p>
      )}
    </li>
  )
}
