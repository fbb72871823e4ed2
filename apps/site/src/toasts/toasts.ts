import { createContext, use } from 'react'
import { loadWithRetry } from '../startup/load-with-retry.ts'

export interface Toasts {
  /** Shows an error for five seconds, in place of any toast before it. */
  showError: (message: string) => void
  /** Takes the error away before its time: it is overcome. */
  clearError: () => void
}

export const ToastContext = createContext<Toasts>({ showError() {}, clearError() {} })

export const useToasts = (): Toasts => use(ToastContext)

export const loadToastArea = () => loadWithRetry(() => import('./ToastArea.tsx'))
