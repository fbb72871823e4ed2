import { brand } from '@app/brand'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import floating from '../components/floating.module.css'
import { lazyPart } from '../startup/WhenSeen.tsx'
import { leadDraft } from './lead-form.ts'
import { LeadModalContext, loadLeadModal } from './lead-modal.ts'

/** Shown while the form's code loads, on a slow connection or offline. */
const Waiting = () => (
  <p role="status" className={floating.waiting}>
    Loading the form. No connection? Call <a href={brand.phone.href}>{brand.phone.display}</a>.
  </p>
)

/** Adds a button's prefilled text to the message. It replaces another button's text, but never the visitor's own words. */
function withPrefilled(message: string, before: string, prefilled: string): string {
  const own = (message.endsWith(before) ? message.slice(0, message.length - before.length) : message).trimEnd()
  return own ? `${own}\n${prefilled}` : prefilled
}

const LeadModal = lazyPart('LeadModal', loadLeadModal)

/** Provides one demo request dialog to the whole site. Its code loads when a visitor is about to open it. */
export function LeadModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const draft = leadDraft('lead-modal')
  const opener = useRef<HTMLElement>(null)
  const hasThanked = useRef(false)
  const prefilled = useRef('')

  // Stable identity, so that opening the dialog does not rerender the page.
  const open = useCallback(
    (from: HTMLElement, message?: string) => {
      opener.current = from
      if (hasThanked.current) draft.acknowledge()
      hasThanked.current = false
      if (message !== undefined && draft.isNew) {
        draft.keep({ ...draft.values, message: withPrefilled(draft.values.message, prefilled.current, message) })
        prefilled.current = message
      }
      setState('open')
    },
    [draft],
  )
  const close = () => {
    setState('closed')
    // The thank-you message stays until the dialog has faded out.
    hasThanked.current = draft.state.step === 'stored'
    // If the dialog opened by itself, or its opener is gone, the focus moves to the content of the page.
    const from = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('#main')
    from?.focus({ preventScroll: true })
  }

  // If the visitor left the page while the form was being sent, the dialog reopens and shows the outcome.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- The prerendered page, which is hydrated, has no draft.
    if (draft.isInterrupted) setState('open')
  }, [draft])

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
