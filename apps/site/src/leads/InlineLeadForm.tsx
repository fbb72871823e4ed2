import { useState } from 'react'
import { FormDraft } from '../forms/form-draft.ts'
import { FormProviders } from '../forms/FormProviders.tsx'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { emptyLeadForm } from './lead-form.ts'
import { LeadForm } from './LeadForm.tsx'

export function InlineLeadForm() {
  useMarkReady('lead-form')
  const [draft] = useState(() => new FormDraft('lead-inline', emptyLeadForm))
  return (
    <FormProviders>
      <LeadForm variant="inline" draft={draft} />
    </FormProviders>
  )
}
