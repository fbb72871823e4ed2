import { brand } from '@app/brand'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import floating from '../components/floating.module.css'
import { leadDraft } from './lead-form.ts'
import { LeadModalContext, loadLeadModal } from './lead-modal.ts'

/** Shown while the form's code is loading, on a slow connection or without one. */
const Waiting = () => (
  <p role="status" className={floating.waiting}>
    The form is on its way. No connection? Call <a href={brand.phone.href}>{brand.phone.display}</a>.
  </p>
)

/** The message with what the pressed button says. It replaces what another button said, and never the visitor's own words. */
function withPrefilled(message: string, before: string, prefilled: string): string {
  const own = (message.endsWith(before) ? message.slice(0, message.length - before.length) : message).trimEnd()
  return own ? `${own}\n${prefilled}` : prefilled
}

const LeadModal = lazy(() => loadLeadModal().then(({ LeadModal }) => ({ default: LeadModal })))

/** Provides one demo request dialog to the whole site. Its code loads when a visitor is about to open it. */
export function LeadModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const draft = leadDraft('lead-modal')
  const opener = useRef<HTMLElement>(null)
  const hasThanked = useRef(false)
  const prefilled = useRef('')

  // Stable identity, so that opening the dialog does not render the page again.
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
    // The message stays until the dialog has faded out.
    hasThanked.current = draft.state.step === 'stored'
    // A dialog that opened by itself, or whose opener is gone, leaves the visitor at the content of the page.
    const from = opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('#main')
    from?.focus({ preventScroll: true })
  }

  // The page was left while the form was being sent: the dialog opens again and shows the outcome.
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
