import 'virtual:mantine-variables.css'
import { MantineProvider } from '@mantine/core'
import { theme } from '@app/ui/theme'
import type { ReactNode } from 'react'

/** Wraps each part that uses the component library, so that the library loads only with that part. Light scheme only. */
export function SiteMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      // The style sheet already has these variables.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
