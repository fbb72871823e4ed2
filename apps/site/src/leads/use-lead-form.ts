import { useCreateLead } from '@app/api-client'
import { useLocation } from 'react-router-dom'
import type { FormDraft } from '../forms/form-draft.ts'
import { usePublicForm } from '../forms/use-public-form.ts'
import { emptyLeadForm, leadRules, toLeadInput, type LeadField } from './lead-form.ts'

/** Connects the form module with the API and the current page. */
export function useLeadForm(name: string, draft: FormDraft<LeadField>, onSent: () => void) {
  const { pathname } = useLocation()
  const create = useCreateLead()
  const form = usePublicForm({
    name,
    empty: emptyLeadForm,
    draft,
    rules: leadRules,
    failure: 'Failed to submit form. Please try again.',
    send: (values, idempotencyKey) =>
      create.mutateAsync({ data: toLeadInput(values, pathname), headers: { 'Idempotency-Key': idempotencyKey } }),
    onSent,
  })
  return { ...form, isPending: create.isPending }
}
