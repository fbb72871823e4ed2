import { setApiBaseUrl } from '@app/api-client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// Empty means the origin the page came from.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')

const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })

/** What only the form needs, so that it travels with the form. */
export function LeadProviders({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
