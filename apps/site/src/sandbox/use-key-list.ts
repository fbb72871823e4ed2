import { nextCursor } from '@app/api-client'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Failure, failureOf } from './failure.ts'

interface Page<Row> {
  data: readonly Row[]
  headers: Headers
}

/**
 * A list of the key's templates or images, one page at a time. It reloads when `saves` grows and when the visitor returns
 * to the tab, because another tab may have changed it.
 */
export function useKeyList<Row>(load: (cursor: string | undefined) => Promise<Page<Row>>, saves = 0) {
  const [list, setList] = useState<{ rows: readonly Row[]; hasMore: boolean }>()
  const [failure, setFailure] = useState<Failure>()
  const [isLoading, setIsLoading] = useState(true)
  const lastRequest = useRef(0)

  /** Loads pages from the start until there are at least `minRows`. */
  const loadRows = async (minRows: number) => {
    const request = (lastRequest.current += 1)
    const isLast = () => request === lastRequest.current
    try {
      const rows: Row[] = []
      let cursor: string | undefined
      do {
        const { data, headers } = await load(cursor)
        rows.push(...data)
        cursor = nextCursor(headers)
      } while (cursor !== undefined && rows.length < minRows)
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
  const loadVisibly = (minRows: number) => {
    setIsLoading(true)
    void loadRows(minRows)
  }
  const refresh = useEffectEvent(() => void loadRows(shown))

  // Runs after every save.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => refresh(), [saves])
  useWindowEvent('focus', () => void loadRows(shown))
  useWindowEvent('online', () => void loadRows(shown))

  return {
    /** Undefined until the first page has loaded. */
    rows: list?.rows,
    hasMore: list?.hasMore ?? false,
    failure,
    isLoading,
    reload: () => loadVisibly(shown),
    loadMore: () => loadVisibly(shown + 1),
  }
}

export type KeyList<Row> = ReturnType<typeof useKeyList<Row>>
