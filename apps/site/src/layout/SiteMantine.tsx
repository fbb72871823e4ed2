import 'virtual:mantine-variables.css'
import { MantineProvider } from '@mantine/core'
import { theme } from '@app/ui/theme'
import type { ReactNode } from 'react'

/** Around each part that uses the component library, so that the library comes with that part. Light only. */
export function SiteMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      // They are in the style sheet.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
