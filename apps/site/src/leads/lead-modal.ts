import { createContext, use } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'

/** Opens the demo request, optionally with a prefilled message. The opener gets the focus back afterward. */
type OpenLeadModal = (opener: HTMLElement, message?: string) => void

export const LeadModalContext = createContext<OpenLeadModal>(() => {})

export const useLeadModal = (): OpenLeadModal => use(LeadModalContext)

export const loadLeadModal = () => loadWithRetry(() => import('./LeadModal.tsx'))
