import { useCreateLead } from '@app/api-client'
import type { FormDraft } from '../forms/form-draft.ts'
import { touchesFrom } from '../startup/touches.ts'
import { usePublicForm } from '../forms/use-public-form.ts'
import { emptyLeadForm, leadRules, toLeadInput, type LeadField } from './lead-form.ts'

/** Connects the demo request to the API and the current page. */
export function useLeadForm(name: string, draft: FormDraft<LeadField>) {
  const create = useCreateLead({ request: { readsOnlyStatus: true } })
  return usePublicForm({
    name,
    empty: emptyLeadForm,
    draft,
    rules: leadRules,
    failure: 'Failed to submit form. Please try again.',
    thanks: 'We got your request and will email you soon.',
    send: ({ values, path, idempotencyKey }) =>
      create.mutateAsync({
        data: { ...toLeadInput(values, path), touches: touchesFrom(path) },
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
  })
}
