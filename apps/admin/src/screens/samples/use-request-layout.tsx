import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useIsNarrow } from '../../list/use-is-narrow.ts'

export type RequestLayout = 'cards' | 'table'

/** How this browser shows requests, and the button that changes it. A phone is too narrow for a table. */
export function useRequestLayout(): { name: RequestLayout; toggle: ReactNode } {
  const isNarrow = useIsNarrow()
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
