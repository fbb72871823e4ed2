import { createContext, use } from 'react'
import { loadPatiently } from '../startup/load-patiently.ts'

/** Opens the demo request and remembers what opened it. */
export type OpenLeadModal = (opener: HTMLElement) => void

export const LeadModalContext = createContext<OpenLeadModal>(() => {})

export const useLeadModal = (): OpenLeadModal => use(LeadModalContext)

export const loadLeadModal = () => loadPatiently(() => import('./LeadModal.tsx'))
