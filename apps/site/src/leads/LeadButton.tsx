import type { ReactNode } from 'react'
import { loadLeadModal, useLeadModal } from './lead-modal.ts'

/** Opens the demo request; its code starts to load when the pointer or the focus comes near. */
export function LeadButton({ className, children }: { className: string | undefined; children: ReactNode }) {
  const open = useLeadModal()
  const warmUp = () => void loadLeadModal()
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={(event) => open(event.currentTarget)}
    >
      {children}
    </button>
  )
}
