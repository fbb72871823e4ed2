import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { publicClient } from './public-client.ts'

/** Provides the query client that every API query needs. */
export const QueryProvider = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={publicClient}>{children}</QueryClientProvider>
)
