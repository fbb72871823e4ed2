import { lazy, Suspense } from 'react'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../startup/load-with-retry.ts'
import { useIsRunning } from '../startup/use-is-running.ts'
import { BenchPlaces } from './BenchPlaces.tsx'

const island = 'sandbox-bench'

const Workbench = lazy(async () => {
  await whenActivated(island)
  const { Workbench } = await loadWithRetry(() => import('./Workbench.tsx'))
  return { default: Workbench }
})

/** The workbench runs in the browser alone: what is typed there is kept there. Until then its places are drawn. */
export function SandboxIsland() {
  const isRunning = useIsRunning()
  return (
    <div data-island={island}>
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
