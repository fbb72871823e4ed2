import type { PrintTemplate } from '@app/api-client'
import { type SubmitEvent, useState } from 'react'
import buttons from '../components/buttons.module.css'
import fields from '../forms/Field.module.css'
import { withName } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { FailureNote } from './FailureNote.tsx'
import own from './KeyFeatures.module.css'
import type { Workspace } from './use-templates.ts'
import { unsavedHtml } from './template-html.ts'
import type { Side } from './sandbox-request.ts'
import { defaultName, saveTemplate, savesVersion } from './save-template.ts'
import { ConflictActions } from './ConflictActions.tsx'

interface SaveBarProps {
  workspace: Workspace
  side: Side
  /** A request is in progress. */
  isBusy: boolean
}

type Outcome = 'saving' | PrintTemplate | { failure: Failure }

/** Saves the HTML in the editor without requesting a proof. */
export function SaveBar({ workspace, side, isBusy }: SaveBarProps) {
  const { draft, session, change, saved } = workspace
  const { templateId } = side
  const [outcome, setOutcome] = useState<Outcome>()
  const html = unsavedHtml(draft, session, side)
  const isNewVersion = savesVersion(draft, session, side)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (html === undefined || isBusy || outcome === 'saving') return
    setOutcome('saving')
    try {
      const template = await saveTemplate(side, html, draft, session)
      saved(side, template, html, session)
      setOutcome(template)
    } catch (error) {
      setOutcome({ failure: failureOf(error) })
    }
  }
  const stored = typeof outcome === 'object' && 'Id' in outcome ? outcome : undefined
  const failure = typeof outcome === 'object' && 'failure' in outcome ? outcome.failure : undefined

  if (html === undefined && !outcome) return null
  return (
    <div className={own.save}>
      {html !== undefined && (
        <form method="post" noValidate className={own.saveForm} onSubmit={(event) => void send(event)}>
          {!isNewVersion && (
            <label className={fields.field}>
              Name of the template
              <input
                name="name"
                maxLength={80}
                autoComplete="off"
                value={draft.names?.[templateId] ?? defaultName(side, session)}
                onInput={({ currentTarget: { value } }) => change((before) => withName(before, templateId, value))}
              />
            </label>
          )}
          <button type="submit" className={buttons.secondary} aria-disabled={isBusy || outcome === 'saving'}>
            {outcome === 'saving' ? 'Saving...' : isNewVersion ? 'Save a New Version' : 'Save as a Template'}
          </button>
        </form>
      )}
      <div role="status">
        {stored?.Id === templateId && html === undefined && (
          <p tabIndex={-1} className={own.said}>
            Saved “{stored.Name}” as version {stored.Version}.
          </p>
        )}
      </div>
      {failure && (
        <FailureNote failure={failure}>
          {failure.newest && (
            <ConflictActions workspace={workspace} newest={failure.newest} done={() => setOutcome(undefined)} />
          )}
        </FailureNote>
      )}
    </div>
  )
}
