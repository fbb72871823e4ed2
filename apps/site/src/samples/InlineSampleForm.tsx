import { FormProviders } from '../forms/FormProviders.tsx'
import { SampleForm } from './SampleForm.tsx'

export const InlineSampleForm = ({ event }: { event?: string | undefined }) => (
  <FormProviders>
    <SampleForm event={event} />
  </FormProviders>
)
