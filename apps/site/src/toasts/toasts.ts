import { createContext, use } from 'react'

export interface Toasts {
  /** Shows an error for five seconds, in place of any toast before it. */
  showError: (message: string) => void
}

export const ToastContext = createContext<Toasts>({ showError() {} })

export const useToasts = (): Toasts => use(ToastContext)

export const loadToastArea = () => import('./ToastArea.tsx')
