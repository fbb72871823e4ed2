import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useStored } from '../../components/use-stored.ts'

export type RequestLayout = 'cards' | 'table'

/** The table and the navigation fit from 79em on. */
const tooNarrow = 'screen and (max-width: 78.99em)'

/** How this browser shows requests, and the button that changes it. A table that does not fit is never shown. */
export function useRequestLayout(): { name: RequestLayout; toggle: ReactNode } {
  const isNarrow = useMediaQuery(tooNarrow, undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useStored<RequestLayout>('request-layout', 'table')
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
