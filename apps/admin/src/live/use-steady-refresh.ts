import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isAtWork } from '../session/activity.ts'

/** Reloads data, without interrupting calls in flight. */
export const refresh = (queryClient: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })))

/** Reloads the screen regularly while someone is active on it and it is visible. `keys` must not change. */
export function useSteadyRefresh(keys: readonly QueryKey[], everyMs = 15_000): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const openedAt = Date.now()
    const timer = setInterval(() => {
      if (isAtWork(openedAt) && document.visibilityState === 'visible') void refresh(queryClient, keys)
    }, everyMs)
    return () => clearInterval(timer)
  }, [queryClient, keys, everyMs])
}
