import { lazy, Suspense } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import styles from './Track.module.css'

const TrackedPiece = lazy(async () => {
  const { TrackedPiece } = await loadWithRetry(() => import('./TrackedPiece.tsx'))
  return { default: TrackedPiece }
})

const loading = (
  <p role="status" className={styles.loading}>
    Loading…
  </p>
)

/** The piece of the token in the address, which only the browser knows. */
export const TrackIsland = () =>
  useIsHydrated() ? (
    <Suspense fallback={loading}>
      <TrackedPiece />
    </Suspense>
  ) : (
    loading
  )
