import type { SampleRequest } from '@app/api-client'
import { useState } from 'react'

type Seen = Pick<SampleRequest, 'id' | 'processed'>

/**
 * Keeps the state of each request from when its list was first shown, so that a request that has changed since can show
 * that and be changed back. `list` identifies the filter and page.
 */
export function useFirstSeen(shown: readonly Seen[] | undefined, list: string, isOfAnotherList: boolean) {
  const [seen, setSeen] = useState<{ list: string; processed: ReadonlyMap<string, boolean> }>()

  if (shown && !isOfAnotherList && seen?.list !== list) {
    setSeen({ list, processed: new Map(shown.map(({ id, processed }) => [id, processed])) })
  }
  return {
    hasChanged: ({ id, processed }: Seen): boolean => (seen?.processed.get(id) ?? processed) !== processed,
    /** Forgets the states, so that the next response counts as first seen. */
    forget: () => setSeen(undefined),
  }
}
