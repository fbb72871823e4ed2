import { lazy, Suspense } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { useIsRunning } from '../startup/use-is-running.ts'
import { BenchPlaces } from './BenchPlaces.tsx'

const Workbench = lazy(async () => {
  const { Workbench } = await loadWithRetry(() => import('./Workbench.tsx'))
  return { default: Workbench }
})

/**
 * The workbench is what the page is for, so it loads without being scrolled to. It runs in the browser alone: what is
 * typed there is kept there. Until then its places are drawn.
 */
export function SandboxIsland() {
  const isRunning = useIsRunning()
  return (
    <div data-island="sandbox-bench">
      {isRunning ? (
        <Suspense fallback={<BenchPlaces />}>
          <Workbench />
        </Suspense>
      ) : (
        <BenchPlaces />
      )}
    </div>
  )
}
