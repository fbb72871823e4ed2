import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { siteTheme } from './site-theme.ts'
import { ToastProvider } from './toasts/ToastProvider.tsx'

/** The site is light only, whatever the system says. */
export function SiteProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={siteTheme} forceColorScheme="light">
      <ToastProvider>{children}</ToastProvider>
    </MantineProvider>
  )
}
