import { createContext, use } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'

export interface Toasts {
  /** Shows an error for five seconds and replaces any earlier toast. */
  showError: (message: string) => void
  /** Thanks the visitor for a form that was stored after they closed it. */
  showThanks: (message: string) => void
  /** Confirms an action whose subject has left the screen. */
  showDone: (message: string) => void
  /** Hides the error after a later attempt succeeded. */
  clearError: () => void
}

export const ToastContext = createContext<Toasts>({ showError() {}, showThanks() {}, showDone() {}, clearError() {} })

export const useToasts = (): Toasts => use(ToastContext)

export const loadToastArea = () => loadWithRetry(() => import('./ToastArea.tsx'))
