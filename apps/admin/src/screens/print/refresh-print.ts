import { getGetPrintStatsQueryKey, getListRenderersQueryKey, getListSandboxKeysQueryKey } from '@app/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastActivity } from '../../session/activity.ts'

const everyMs = 15_000
/** Without activity, the screen makes no calls, because each call would extend the session. */
const atWorkMs = 120_000

/** Reloads the data on the screen, without interrupting calls in flight. */
export const refreshPrint = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [getGetPrintStatsQueryKey(), getListRenderersQueryKey(), getListSandboxKeysQueryKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    ),
  )

/** Reloads the screen every 15 seconds while someone is active on it and it is visible. */
export function useSteadyRefresh(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const openedAt = Date.now()
    const timer = setInterval(() => {
      const isAtWork = Date.now() - Math.max(openedAt, lastActivity()) < atWorkMs
      if (isAtWork && document.visibilityState === 'visible') void refreshPrint(queryClient)
    }, everyMs)
    return () => clearInterval(timer)
  }, [queryClient])
}
