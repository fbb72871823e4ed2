import { createContext, use } from 'react'

/** Opens the demo request and remembers what opened it. */
export type OpenLeadModal = (opener: HTMLElement) => void

export const LeadModalContext = createContext<OpenLeadModal>(() => {})

export const useLeadModal = (): OpenLeadModal => use(LeadModalContext)

export const loadLeadModal = () => import('./LeadModal.tsx')
