import { nextCursor } from '@app/api-client'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

interface Page<Row> {
  data: readonly Row[]
  headers: Headers
}

export interface KeyList<Row> {
  /** Undefined until the rows have loaded. */
  rows?: readonly Row[]
  failure?: Failure | undefined
  isLoading: boolean
}

/**
 * The templates or images of the key. A sandbox has at most 100 of each. They reload when `saves` grows and when the visitor
 * returns to the tab, because another tab may have changed them.
 */
export function useKeyList<Row>(load: (page: { limit: number; cursor?: string }) => Promise<Page<Row>>, saves = 0) {
  const [list, setList] = useState<KeyList<Row>>({ isLoading: true })
  const lastRequest = useRef(0)

  const reload = async () => {
    const request = (lastRequest.current += 1)
    const show = (changes: Partial<KeyList<Row>>) => {
      if (request === lastRequest.current) setList((before) => ({ ...before, isLoading: false, ...changes }))
    }
    show({ isLoading: true })
    try {
      const rows: Row[] = []
      let cursor: string | undefined
      do {
        const { data, headers } = await load({ limit: 100, ...(cursor && { cursor }) })
        rows.push(...data)
        cursor = nextCursor(headers)
      } while (cursor !== undefined)
      show({ rows, failure: undefined })
    } catch (error) {
      show({ failure: failureOf(error) })
    }
  }
  const refresh = useEffectEvent(() => void reload())
  // Runs after every save.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => refresh(), [saves])
  useWindowEvent('focus', refresh)
  useWindowEvent('online', refresh)

  return { ...list, reload: () => void reload() }
}
