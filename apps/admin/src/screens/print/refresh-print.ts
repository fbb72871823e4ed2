import { getGetPrintStatsQueryKey, getListRenderersQueryKey, getListSandboxKeysQueryKey } from '@app/api-client'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lastWork } from '../../session/at-work.ts'

const everyMs = 15_000
/** A screen that nobody works at makes no calls, because each of them would extend the session. */
const atWorkMs = 120_000

/** Reloads what is on the screen. A call that is still under way is left to end. */
export const refreshPrint = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(
    [getGetPrintStatsQueryKey(), getListRenderersQueryKey(), getListSandboxKeysQueryKey()].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false }),
    ),
  )

/** Reloads the screen every 15 seconds while somebody works at it and sees it. */
export function useSteadyRefresh(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const openedAt = Date.now()
    const timer = setInterval(() => {
      const isAtWork = Date.now() - Math.max(openedAt, lastWork()) < atWorkMs
      if (isAtWork && document.visibilityState === 'visible') void refreshPrint(queryClient)
    }, everyMs)
    return () => clearInterval(timer)
  }, [queryClient])
}
