import { MantineProvider, type MantineColorSchemeManager, Tooltip } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'
import { Toaster } from './Toaster.tsx'

type Props = {
  queryClient: QueryClient
  colorSchemeManager?: MantineColorSchemeManager
  /** "test" turns animations off. */
  env?: 'default' | 'test'
  children: ReactNode
}

/** Everything an app stands in: look, server data, toasts, and tooltips that open after 700 ms. */
export function AppProviders({ queryClient, colorSchemeManager, env = 'default', children }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      env={env}
      {...(colorSchemeManager && { colorSchemeManager })}
    >
      <QueryClientProvider client={queryClient}>
        <Tooltip.Group openDelay={700} closeDelay={300}>
          {children}
        </Tooltip.Group>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}
