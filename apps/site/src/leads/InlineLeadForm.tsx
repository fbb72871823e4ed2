import { FormProviders } from '../forms/FormProviders.tsx'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { leadDraft } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'

/** `name` distinguishes the drafts of forms on different pages. */
export function InlineLeadForm({ name = 'lead-inline' }: { name?: string }) {
  useMarkReady('lead-form')
  return (
    <FormProviders>
      <LeadForm variant="inline" draft={leadDraft(name)} />
    </FormProviders>
  )
}
