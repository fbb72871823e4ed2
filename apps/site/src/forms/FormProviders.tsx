import { setApiBaseUrl } from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { SiteMantine } from '../layout/SiteMantine.tsx'
import { loadToastArea } from '../toasts/toasts.ts'

// Empty means the origin the page came from.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')

const queryClient = createQueryClient()

/** What only forms need, so that it travels with them. */
export function FormProviders({ children }: { children: ReactNode }) {
  // A failure must be sayable when the network, and with it the rest of the site, is gone.
  useEffect(() => void loadToastArea(), [])
  return (
    <SiteMantine>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteMantine>
  )
}
