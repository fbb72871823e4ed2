import { createQueryClient } from '@app/ui/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import './api-base-url.ts'

const queryClient = createQueryClient()

/** Provides the query client that every API query needs. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
