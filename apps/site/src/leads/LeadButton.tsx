import type { ReactNode } from 'react'
import { loadLeadModal, useLeadModal } from './lead-modal.ts'

interface LeadButtonProps {
  className: string | undefined
  /** Prefills the form's message. */
  message?: string
  children: ReactNode
}

/** Opens the demo request. Its code starts to load on hover or focus. */
export function LeadButton({ className, message, children }: LeadButtonProps) {
  const open = useLeadModal()
  const preload = () => void loadLeadModal()
  return (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => open(event.currentTarget, message)}
    >
      {children}
    </button>
  )
}
