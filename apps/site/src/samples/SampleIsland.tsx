import { lazy, Suspense } from 'react'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'

const island = 'sample-form'

const InlineSampleForm = lazy(async () => {
  await whenActivated(island)
  const { InlineSampleForm } = await loadWithRetry(() => import('./InlineSampleForm.tsx'))
  return { default: InlineSampleForm }
})

/** The sample request form: prerendered, then hydrated when it scrolls into view or is used. */
export const SampleIsland = ({ event }: { event?: string }) => (
  <>
    <div data-island={island}>
      <Suspense fallback={null}>
        <InlineSampleForm {...(event !== undefined && { event })} />
      </Suspense>
    </div>
    <EarlySubmitNote island={island} />
  </>
)
