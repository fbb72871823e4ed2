import { MantineProvider, mergeThemeOverrides, Tooltip } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme.ts'
import { Toaster } from './Toaster.tsx'

/** Replaces Mantine's arrow, which has no accessible name and is not hidden from screen readers. */
const arrow = (
  <svg viewBox="0 0 15 15" width={16} aria-hidden="true" fill="none" stroke="currentColor">
    <path d="M4 6l3.500 3.500L11 6" />
  </svg>
)
/** Mantine renders the title bar of a dialog as a <header>, which would be a second banner landmark. */
const dialog = {
  defaultProps: {
    attributes: { header: { role: 'presentation' } },
    closeButtonProps: { 'aria-label': 'Close dialog' },
  },
}
const appTheme = mergeThemeOverrides(theme, {
  components: { NativeSelect: { defaultProps: { rightSection: arrow } }, Modal: dialog, Drawer: dialog },
})

type Props = {
  queryClient: QueryClient
  /** "test" turns animations off. */
  env?: 'default' | 'test'
  children: ReactNode
}

/** The providers around an app: theme, query client, toasts, and tooltips that open after 700 ms. */
export function AppProviders({ queryClient, env = 'default', children }: Props) {
  return (
    <MantineProvider theme={appTheme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto" env={env}>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Group openDelay={700} closeDelay={300}>
          {children}
        </Tooltip.Group>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>
  )
}
