import { useMarkReady } from '../startup/use-mark-ready.ts'
import { LeadForm } from './LeadForm.tsx'
import { LeadProviders } from './LeadProviders.tsx'

export function InlineLeadForm() {
  useMarkReady('lead-form')
  return (
    <LeadProviders>
      <LeadForm variant="inline" />
    </LeadProviders>
  )
}
