import { setApiBaseUrl } from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// Empty means the page's own origin.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')

const queryClient = createQueryClient()

/** Provides the query client, which every API call needs. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
