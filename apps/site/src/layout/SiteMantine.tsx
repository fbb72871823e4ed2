import { MantineProvider } from '@mantine/core'
import { cssVariablesResolver, theme } from '@app/ui/theme'
import type { ReactNode } from 'react'

/** Around each part that uses the component library, so that the library comes with that part. Light only. */
export function SiteMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      {children}
    </MantineProvider>
  )
}
