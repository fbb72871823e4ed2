import { FormProviders } from '../forms/FormProviders.tsx'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { LeadForm } from './LeadForm.tsx'

export function InlineLeadForm() {
  useMarkReady('lead-form')
  return (
    <FormProviders>
      <LeadForm variant="inline" />
    </FormProviders>
  )
}
