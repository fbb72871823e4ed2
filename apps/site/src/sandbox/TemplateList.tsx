import {
  ApiError,
  deletePrintTemplate,
  getPrintTemplate,
  listPrintTemplates,
  type PrintTemplate,
} from '@app/api-client'
import { useEffect, useEffectEvent, useState } from 'react'
import fields from '../forms/Field.module.css'
import { AskFirst } from './AskFirst.tsx'
import { withBody, withoutTemplate } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { FailureNote } from './FailureNote.tsx'
import { formatTime } from './format-time.ts'
import { withKey } from './key-storage.ts'
import own from './KeyFeatures.module.css'
import { ListFooter } from './ListFooter.tsx'
import { sidesOf, withTemplate, sizeLabel } from './sandbox-request.ts'
import styles from './Sandbox.module.css'
import { useKeyList } from './use-key-list.ts'
import type { Workspace } from './use-templates.ts'

interface TemplateListProps {
  workspace: Workspace
  /** Label of the side in the editor. */
  shown: string
}

/** The templates of the key, to open or delete. The editor saves them. */
export function TemplateList({ workspace, shown }: TemplateListProps) {
  const { session, draft, saves, renew } = workspace
  const list = useKeyList((page) => listPrintTemplates(page, withKey(session)), saves)
  const rows = list.rows?.filter(({ House }) => !House)
  const rememberLint = useEffectEvent(workspace.rememberLint)
  useEffect(() => {
    if (list.rows) rememberLint(list.rows, session.templates)
  }, [list.rows, session.templates])
  const { busyId, outcome, failure, open, remove } = useTemplateActions(workspace, shown, list.reload)
  const sides = sidesOf(draft.body)

  return (
    <section aria-labelledby="sandbox-templates" className={[styles.side, own.box].join(' ')}>
      <h3 id="sandbox-templates" tabIndex={-1}>
        Your templates
      </h3>
      <div role="status" className={own.said}>
        {outcome && <p>{outcome}</p>}
      </div>
      {failure && <FailureNote failure={failure} />}
      {rows && rows.length > 0 && (
        <ul aria-labelledby="sandbox-templates" className={own.list}>
          {rows.map((template) => (
            <TemplateRow
              key={template.Id}
              template={template}
              localVersion={session.templates[template.Id]?.version}
              openAs={sides.find(({ templateId }) => templateId === template.Id)?.label}
              isBusy={busyId === template.Id}
              open={() => void open(template)}
              remove={() => void remove(template)}
            />
          ))}
        </ul>
      )}
      <ListFooter
        list={{ ...list, rows }}
        empty="None yet. Edit the HTML above, then save it or proof it, which saves it too."
        renew={renew}
      />
    </section>
  )
}

/** Opens and deletes templates, one at a time, and reports the outcome. */
function useTemplateActions(
  { session, draft, change, replace, keep, keepTemplate }: Workspace,
  shown: string,
  reload: () => void,
) {
  const [busyId, setBusyId] = useState<string>()
  const [outcome, setOutcome] = useState<string>()
  const [failure, setFailure] = useState<Failure>()

  const run = async (id: string, work: () => Promise<void>) => {
    if (busyId !== undefined) return
    setBusyId(id)
    setOutcome(undefined)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setBusyId(undefined)
  }
  const open = ({ Id }: PrintTemplate) =>
    run(Id, async () => {
      const { data } = await getPrintTemplate(Id, withKey(session))
      if (!keep(data, data.Html, session)) return
      replace(`Opened “${data.Name}” in the editor.`, (before) =>
        withBody(before, withTemplate(before.body, data, shown)),
      )
    })
  const remove = ({ Id, Name }: PrintTemplate) =>
    run(Id, async () => {
      await deletePrintTemplate(Id, withKey(session)).catch(unlessGone)
      const isOpen = sidesOf(draft.body).some(({ templateId }) => templateId === Id)
      change((before) => withoutTemplate(before, Id, session.templates[Id]?.html))
      keepTemplate(session, Id, undefined)
      setOutcome(`Deleted “${Name}”.${isOpen ? ' Its HTML is still in the editor, unsaved.' : ''}`)
      reload()
    })
  return { busyId, outcome, failure, open, remove }
}

/** A template that someone else already deleted counts as deleted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

interface TemplateRowProps {
  template: PrintTemplate
  /** The latest version this browser has loaded. */
  localVersion: number | undefined
  /** Label of the side that the template is open as, if it is in the editor. */
  openAs: string | undefined
  isBusy: boolean
  open: () => void
  remove: () => void
}

/** One saved template, with a confirmation before it is deleted. */
function TemplateRow({ template, localVersion, openAs, isBusy, open, remove }: TemplateRowProps) {
  const { Id, Name, Size, Version, Lint, UpdatedAt } = template
  const isNewer = localVersion !== undefined && Version > localVersion
  const errors = Lint.filter(({ Severity }) => Severity === 'error').length
  return (
    <li>
      <strong>{Name}</strong> <code>{Id}</code>
      <p>
        {Size && sizeLabel(Size)}, version {Version}, {formatTime(UpdatedAt)}
        {openAs !== undefined && `, in the editor as ${openAs}`}
      </p>
      {errors > 0 && (
        <p className={fields.fault}>
          {errors === 1 ? 'Has an error' : `Has ${errors} errors`} and can’t be proofed. Open it to see the details.
        </p>
      )}
      {isNewer && (
        <p className={styles.warning}>
          Version {Version} was saved elsewhere. This browser still has version {localVersion}.
        </p>
      )}
      <AskFirst
        label="Delete"
        name={`Delete ${Name}`}
        question={`Delete “${Name}” and all of its versions? Existing proofs remain until they expire.`}
        yes={isBusy ? 'Deleting...' : 'Delete It'}
        isBusy={isBusy}
        act={remove}
        className={styles.link}
      >
        <button type="button" className={styles.link} aria-disabled={isBusy} onClick={open}>
          {isBusy ? 'Opening...' : isNewer ? `Open Version ${Version}` : 'Open'}
        </button>
      </AskFirst>
    </li>
  )
}
