import { useForm } from '@mantine/form'
import { problemOf } from '@app/api-client'
import { useLayoutEffect, useRef, type InputEvent, type SubmitEvent } from 'react'
import { useToasts } from '../toasts/toasts.ts'
import type { FormDraft } from './form-draft.ts'
import { fieldErrors, fillForm, type FormValues, readForm } from './form-values.ts'

interface PublicForm<Field extends string> {
  /** Distinguishes it from other forms of the page. */
  name: string
  empty: FormValues<Field>
  draft: FormDraft<Field>
  rules: Partial<Record<Field, (value: string) => string | null>>
  /** What the toast says when it could not be sent. */
  failure: string
  send: (values: FormValues<Field>, idempotencyKey: string) => Promise<unknown>
  onSent: () => void
}

/**
 * Joins the rules, the fields and the request of a form that anybody may send. The fields are uncontrolled and read
 * when they are needed: text typed before React ran, or filled in by the browser, counts like any other.
 */
export function usePublicForm<Field extends string>(given: PublicForm<Field>) {
  const { name, empty, draft, rules, failure, send, onSent } = given
  const { showError, clearError } = useToasts()
  const isSending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  // The library's types follow a form's paths deeper than a flat form goes.
  const form = useForm<Record<string, string>>({
    name,
    mode: 'uncontrolled',
    initialValues: { ...empty },
    validate: rules,
  })

  // Not as initial values: the prerendered page, which React takes over, knows no draft. What was typed into it before
  // that belongs to the draft from now on.
  useLayoutEffect(() => {
    if (!element.current) return
    fillForm(element.current, draft.values)
    const values = readForm(element.current, empty)
    if (Object.values(values).some(Boolean)) draft.keep(values)
  }, [draft, empty])

  const focusFirst = (errors: object) => {
    const first = Object.keys(empty).find((field) => field in errors)
    if (first) form.getInputNode(first)?.focus()
  }

  const sendOnce = async (idempotencyKey: string) => {
    // The button is disabled a moment after the first press, not within it.
    if (isSending.current) return
    isSending.current = true
    try {
      await send(draft.values, idempotencyKey)
      draft.clear()
      clearError()
      onSent()
    } catch (error) {
      const problem = problemOf(error)
      // The key already names a record with other words in it: these are a new one.
      if (problem?.status === 422) draft.renewKey()
      const errors = fieldErrors(problem?.errors, empty)
      form.setErrors(errors)
      focusFirst(errors)
      showError(failure)
    } finally {
      isSending.current = false
    }
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const idempotencyKey = draft.keep(readForm(event.currentTarget, empty))
    form.setValues({ ...draft.values })
    form.onSubmit(() => void sendOnce(idempotencyKey), focusFirst)(event)
  }

  /** For the form element itself. */
  const formProps = {
    ref: element,
    'data-draft': draft.name,
    noValidate: true,
    // Without our script the browser would put what was typed into the address.
    method: 'post',
    onInput: (event: InputEvent<HTMLFormElement>) => void draft.keep(readForm(event.currentTarget, empty)),
    onSubmit: submit,
  }

  return { form, formProps }
}
