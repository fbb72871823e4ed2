import type { PrintTemplate } from '@app/api-client'
import { type SubmitEvent, useState } from 'react'
import buttons from '../components/buttons.module.css'
import { type Failure, failureOf } from './failure.ts'
import { FailureNote } from './FailureNote.tsx'
import own from './KeyHolder.module.css'
import type { Holder } from './holder.ts'
import { unsavedHtml } from './unsaved-html.ts'
import type { Side } from './sandbox-request.ts'
import { isVersion, saveTemplate, usualName } from './save-template.ts'
import { SettleButtons } from './SettleButtons.tsx'
import styles from './Workbench.module.css'

interface SaveBarProps {
  holder: Holder
  side: Side
  /** Something is on its way. */
  isBusy: boolean
}

type Outcome = 'saving' | PrintTemplate | { failure: Failure }

/** The button that was pressed is gone with what there was to save. */
const takeLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}

/** Saves what is in the editor without a proof. */
export function SaveBar({ holder, side, isBusy }: SaveBarProps) {
  const { draft, ring, saved } = holder
  const [outcome, setOutcome] = useState<Outcome>()
  const html = unsavedHtml(draft, ring, side)
  const isNext = isVersion(draft, ring, side)
  const usual = usualName(side, ring)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (html === undefined || isBusy || outcome === 'saving') return
    const name = new FormData(event.currentTarget).get('name')
    setOutcome('saving')
    try {
      const template = await saveTemplate(side, html, draft, ring, (typeof name === 'string' && name.trim()) || usual)
      saved(side, template, html, ring)
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
          {!isNext && (
            <label className={styles.field}>
              Name of the template
              <input key={usual} name="name" maxLength={80} autoComplete="off" defaultValue={usual} />
            </label>
          )}
          <button type="submit" className={buttons.secondary} aria-disabled={isBusy || outcome === 'saving'}>
            {outcome === 'saving' ? 'Saving...' : isNext ? 'Save a New Version' : 'Save as a Template'}
          </button>
        </form>
      )}
      <div role="status">
        {stored?.Id === side.templateId && html === undefined && (
          <p tabIndex={-1} ref={takeLostFocus} className={own.said}>
            “{stored.Name}” is saved as version {stored.Version}.
          </p>
        )}
      </div>
      {failure && (
        <FailureNote failure={failure}>
          {failure.newest && (
            <SettleButtons holder={holder} newest={failure.newest} done={() => setOutcome(undefined)} />
          )}
        </FailureNote>
      )}
    </div>
  )
}
