import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import { loadToastArea, ToastContext, type Toasts } from './toasts.ts'

const ToastArea = lazy(() => loadToastArea().then(({ ToastArea }) => ({ default: ToastArea })))

/** Provides one toast area for the whole site. Its code loads with the first part that may show a toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [isUsed, setIsUsed] = useState(false)
  const wasUsed = useRef(false)
  const toasts = useMemo<Toasts>(() => {
    const load = () => {
      wasUsed.current = true
      setIsUsed(true)
      return loadToastArea()
    }
    return {
      showError: (message) => void load().then(({ showError }) => showError({ title: 'Error', message })),
      showThanks: (message) => void load().then(({ showSuccess }) => showSuccess({ title: 'Thank You!', message })),
      showDone: (message) => void load().then(({ showSuccess }) => showSuccess({ message })),
      clearError() {
        if (wasUsed.current) void loadToastArea().then(({ clearToasts }) => clearToasts())
      },
    }
  }, [])
  return (
    <ToastContext value={toasts}>
      {children}
      {isUsed && (
        <Suspense fallback={null}>
          <ToastArea />
        </Suspense>
      )}
    </ToastContext>
  )
}
