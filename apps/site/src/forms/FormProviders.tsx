import { useEffect, type ReactNode } from 'react'
import { SiteMantine } from '../layout/SiteMantine.tsx'
import { loadToastArea } from '../toasts/toasts.ts'
import { QueryProvider } from './QueryProvider.tsx'

/** What only forms need, so that it travels with them. */
export function FormProviders({ children }: { children: ReactNode }) {
  // A failure must be sayable when the network, and with it the rest of the site, is gone.
  useEffect(() => void loadToastArea(), [])
  return (
    <SiteMantine>
      <QueryProvider>{children}</QueryProvider>
    </SiteMantine>
  )
}
