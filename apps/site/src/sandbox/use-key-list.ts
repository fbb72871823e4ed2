import { nextCursor } from '@app/api-client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

interface Page<Row> {
  data: readonly Row[]
  headers: Headers
}

/**
 * What a key has of one kind, a page at a time. It is asked for again when `saves` grows, and when the visitor comes back
 * from elsewhere: another tab may have changed it.
 */
export function useKeyList<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>, saves = 0) {
  const [list, setList] = useState<{ rows: readonly Row[]; hasMore: boolean }>()
  const [failure, setFailure] = useState<Failure>()
  const [isLoading, setIsLoading] = useState(true)
  const last = useRef(0)

  /** From the beginning, until there are as many. */
  const ask = async (least: number) => {
    const turn = (last.current += 1)
    const isLast = () => turn === last.current
    try {
      const rows: Row[] = []
      let cursor: string | undefined
      do {
        const { data, headers } = await load(cursor)
        rows.push(...data)
        cursor = nextCursor(headers)
      } while (cursor !== undefined && rows.length < least)
      if (!isLast()) return
      setList({ rows, hasMore: cursor !== undefined })
      setFailure(undefined)
    } catch (error) {
      if (isLast()) setFailure(failureOf(error))
    } finally {
      if (isLast()) setIsLoading(false)
    }
  }
  const shown = list?.rows.length ?? 0
  const askFor = (least: number) => {
    setIsLoading(true)
    void ask(least)
  }
  const come = useEffectEvent(() => void ask(shown))

  // Each time that something is saved.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => come(), [saves])
  useEffect(() => {
    addEventListener('focus', come)
    addEventListener('online', come)
    return () => {
      removeEventListener('focus', come)
      removeEventListener('online', come)
    }
  }, [])

  return {
    /** Undefined until the first page is there. */
    rows: list?.rows,
    hasMore: list?.hasMore ?? false,
    failure,
    isLoading,
    again: () => askFor(shown),
    more: () => askFor(shown + 1),
  }
}

export type KeyList<Row> = ReturnType<typeof useKeyList<Row>>
