import { setApiBaseUrl } from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

// Empty means the origin the page came from.
setApiBaseUrl(import.meta.env['VITE_API_URL'] ?? '')

const queryClient = createQueryClient()

/** What calls of the API need. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
