import { lazy, Suspense } from 'react'
import type { AccountScreen } from '../content/account-paths.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'

const AccountArea = lazy(async () => {
  const { AccountArea } = await loadWithRetry(() => import('./AccountArea.tsx'))
  return { default: AccountArea }
})

const loading = <p role="status">Loading…</p>

/** A screen of the customer area. It renders only in the browser, which has the session. */
export const AccountIsland = ({ screen }: { screen: AccountScreen }) =>
  useIsHydrated() ? (
    <Suspense fallback={loading}>
      <AccountArea screen={screen} />
    </Suspense>
  ) : (
    loading
  )
