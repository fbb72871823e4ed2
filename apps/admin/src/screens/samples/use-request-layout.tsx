import { Button } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

export type RequestLayout = 'cards' | 'table'

/** The table and the navigation fit from 79em on. */
const tooNarrow = 'screen and (max-width: 78.99em)'

/** How this browser shows requests, and the button that changes it. A table that does not fit is never shown. */
export function useRequestLayout(): { name: RequestLayout; toggle: ReactNode } {
  const isNarrow = useMediaQuery(tooNarrow, undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useLocalStorage<RequestLayout>({
    key: 'request-layout',
    defaultValue: 'table',
    getInitialValueInEffect: false,
  })
  if (isNarrow) return { name: 'cards', toggle: null }
  const other = chosen === 'table' ? 'cards' : 'table'
  return {
    name: chosen,
    toggle: (
      <Button variant="default" onClick={() => setChosen(other)}>
        Show as {other}
      </Button>
    ),
  }
}
