import type { ReactNode } from 'react'
import { loadLeadModal, useLeadModal } from './lead-modal.ts'

interface LeadButtonProps {
  className: string | undefined
  /** What the form's message says when it opens. */
  message?: string
  children: ReactNode
}

/** Opens the demo request; its code starts to load when the pointer or the focus comes near. */
export function LeadButton({ className, message, children }: LeadButtonProps) {
  const open = useLeadModal()
  const warmUp = () => void loadLeadModal()
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={(event) => open(event.currentTarget, message)}
    >
      {children}
    </button>
  )
}
