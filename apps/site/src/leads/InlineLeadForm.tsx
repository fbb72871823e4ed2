import { FormProviders } from '../forms/FormProviders.tsx'
import { leadDraft } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'

/** `name` distinguishes the drafts of forms on different pages. */
export const InlineLeadForm = ({ name = 'lead-inline' }: { name?: string }) => (
  <FormProviders>
    <LeadForm variant="inline" draft={leadDraft(name)} />
  </FormProviders>
)
