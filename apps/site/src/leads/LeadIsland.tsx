import { Suspense } from 'react'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { lazyPart } from '../startup/WhenSeen.tsx'

const island = 'lead-form'

const InlineLeadForm = lazyPart('InlineLeadForm', () => import('./InlineLeadForm.tsx'), island)

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
