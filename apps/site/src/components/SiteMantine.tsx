import 'virtual:mantine-variables.css'
import { MantineProvider } from '@mantine/core'
import { theme } from '@app/ui/theme'
import type { ReactNode } from 'react'

/** Provider for each part that uses the component library, so that the library loads with that part. Light scheme only. */
export function SiteMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      // The style sheet contains them.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
