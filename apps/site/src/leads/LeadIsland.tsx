import { lazy, Suspense } from 'react'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { whenActivated } from '../startup/islands.ts'
import { loadWithRetry } from '../lib/load-with-retry.ts'

const island = 'lead-form'

const InlineLeadForm = lazy(async () => {
  await whenActivated(island)
  const { InlineLeadForm } = await loadWithRetry(() => import('./InlineLeadForm.tsx'))
  return { default: InlineLeadForm }
})

/** The inline form: prerendered, then hydrated when it scrolls into view or is used. */
export function LeadIsland() {
  return (
    <>
      <div data-island={island}>
        <Suspense fallback={null}>
          <InlineLeadForm />
        </Suspense>
      </div>
      <EarlySubmitNote island={island} />
    </>
  )
}
