import { createQueryClient } from '@app/ui/query-client'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import './api-base-url.ts'

/** The query cache of the public pages. It lasts as long as the page is open. */
export const publicClient = createQueryClient()

/** Provides the query client that every API query needs. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={publicClient}>{children}</QueryClientProvider>
)
