import { useEffect, type ReactNode } from 'react'
import { SiteMantine } from '../components/SiteMantine.tsx'
import { loadToastArea } from '../toasts/toasts.ts'
import { QueryProvider } from './QueryProvider.tsx'

/** Providers that only forms need, so that their code loads with the forms. */
export function FormProviders({ children }: { children: ReactNode }) {
  // Loaded in advance: offline, the code that reports the failure could not be loaded either.
  useEffect(() => void loadToastArea(), [])
  return (
    <SiteMantine>
      <QueryProvider>{children}</QueryProvider>
    </SiteMantine>
  )
}
