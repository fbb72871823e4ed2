import { Suspense } from 'react'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { lazyPart } from '../startup/WhenSeen.tsx'

const island = 'sample-form'

const InlineSampleForm = lazyPart('InlineSampleForm', () => import('./InlineSampleForm.tsx'), island)

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
