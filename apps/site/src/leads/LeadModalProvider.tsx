import { brand } from '@app/brand'
import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import styles from '../layout/SitePage.module.css'
import { FormDraft } from '../forms/form-draft.ts'
import { emptyLeadForm } from './lead-form.ts'
import { LeadModalContext, loadLeadModal } from './lead-modal.ts'

/** Shown while the form's code is loading, on a slow connection or without one. */
const Waiting = () => (
  <p role="status" className={styles.waiting}>
    The form is on its way. No connection? Call <a href={brand.phone.href}>{brand.phone.display}</a>.
  </p>
)

const LeadModal = lazy(() => loadLeadModal().then(({ LeadModal }) => ({ default: LeadModal })))

/** Provides one demo request dialog to the whole site. Its code loads when a visitor is about to open it. */
export function LeadModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const [draft] = useState(() => new FormDraft('lead-modal', emptyLeadForm))
  const opener = useRef<HTMLElement>(null)

  // Stable identity, so that opening the dialog does not render the page again.
  const open = useCallback(
    (from: HTMLElement, message?: string) => {
      opener.current = from
      if (message !== undefined) draft.keep({ ...draft.values, message })
      setState('open')
    },
    [draft],
  )
  const close = () => {
    setState('closed')
    opener.current?.focus()
  }

  return (
    <LeadModalContext value={open}>
      {children}
      {state !== 'unused' && (
        <Suspense fallback={state === 'open' && <Waiting />}>
          <LeadModal opened={state === 'open'} draft={draft} onClose={close} />
        </Suspense>
      )}
    </LeadModalContext>
  )
}
