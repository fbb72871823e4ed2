import { useForm } from '@mantine/form'
import { problemOf, useCreateLead } from '@app/api-client'
import { useRef, type SubmitEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useToasts } from '../toasts/toasts.ts'
import type { LeadDraft } from './lead-draft.ts'
import { fieldErrors, leadFields, leadRules, readLeadForm, toLeadInput, type LeadForm } from './lead-form.ts'

/**
 * Joins the rules, the fields and the request. The fields are uncontrolled and read when they are needed: text typed
 * before React ran, or filled in by the browser, counts like any other.
 */
export function useLeadForm(name: string, draft: LeadDraft, onSent: () => void) {
  const { pathname } = useLocation()
  const { showError } = useToasts()
  const isSending = useRef(false)
  const form = useForm<LeadForm>({
    name,
    mode: 'uncontrolled',
    initialValues: draft.values,
    validate: leadRules,
  })

  const focusFirst = (errors: object) => {
    const first = leadFields.find((field) => field in errors)
    if (first) form.getInputNode(first)?.focus()
  }

  const create = useCreateLead({
    mutation: {
      onSuccess() {
        draft.clear()
        onSent()
      },
      onError(error) {
        const problem = problemOf(error)
        // The key already names a record with other words in it: these are a new one.
        if (problem?.status === 422) draft.renewKey()
        form.setErrors(fieldErrors(problem?.errors))
        showError('Failed to submit form. Please try again.')
      },
      onSettled() {
        isSending.current = false
      },
    },
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const idempotencyKey = draft.keep(readLeadForm(event.currentTarget))
    form.setValues(draft.values)
    form.onSubmit((values) => {
      // The button is disabled a moment after the first press, not within it.
      if (isSending.current) return
      isSending.current = true
      create.mutate({ data: toLeadInput(values, pathname), headers: { 'Idempotency-Key': idempotencyKey } })
    }, focusFirst)(event)
  }

  return { form, submit, isPending: create.isPending }
}
