import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import { LeadDraft } from './lead-draft.ts'
import { LeadModalContext, loadLeadModal } from './lead-modal.ts'

const LeadModal = lazy(() => loadLeadModal().then(({ LeadModal }) => ({ default: LeadModal })))

/** One demo request for the whole site. Its code comes with the first sign that someone wants it. */
export function LeadModalProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const [draft] = useState(() => new LeadDraft())
  const opener = useRef<HTMLElement>(null)

  // Stable, so that opening the dialog renders nothing of the page again.
  const open = useCallback((from: HTMLElement) => {
    opener.current = from
    setState('open')
  }, [])
  const close = () => {
    setState('closed')
    opener.current?.focus()
  }

  return (
    <LeadModalContext value={open}>
      {children}
      {state !== 'unused' && (
        <Suspense fallback={null}>
          <LeadModal opened={state === 'open'} draft={draft} onClose={close} />
        </Suspense>
      )}
    </LeadModalContext>
  )
}
