import { FormProviders } from '../forms/FormProviders.tsx'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { SampleForm } from './SampleForm.tsx'

export function InlineSampleForm({ event }: { event?: string | undefined }) {
  useMarkReady('sample-form')
  return (
    <FormProviders>
      <SampleForm event={event} />
    </FormProviders>
  )
}
