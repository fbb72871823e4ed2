import { useForm } from '@mantine/form'
import { problemOf } from '@app/api-client'
import { useLayoutEffect, useRef, type InputEvent, type SubmitEvent } from 'react'
import { useToasts } from '../toasts/toasts.ts'
import type { FormDraft } from './form-draft.ts'
import { fieldErrors, fillForm, type FormValues, readForm } from './form-values.ts'

interface PublicForm<Field extends string> {
  /** Distinguishes the form from others on the page. */
  name: string
  empty: FormValues<Field>
  draft: FormDraft<Field>
  rules: Partial<Record<Field, (value: string) => string | null>>
  /** Text of the toast when the form could not be sent. */
  failure: string
  send: (values: FormValues<Field>, idempotencyKey: string) => Promise<unknown>
  onSent: () => void
}

/**
 * Connects the rules, fields and request of a public form. The fields are uncontrolled and read on demand, so that text
 * typed before React ran and text filled in by the browser count too.
 */
export function usePublicForm<Field extends string>(given: PublicForm<Field>) {
  const { name, empty, draft, rules, failure, send, onSent } = given
  const { showError, clearError } = useToasts()
  const isSending = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  // The library's types handle nested paths, which a generic flat form does not satisfy.
  const form = useForm<Record<string, string>>({
    name,
    mode: 'uncontrolled',
    initialValues: { ...empty },
    validate: rules,
  })

  // The draft cannot be the initial values: hydration expects the prerendered page, which has no draft. Text typed
  // before hydration becomes part of the draft here.
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
    // The button is disabled only after the next render; a double click arrives before that.
    if (isSending.current) return
    isSending.current = true
    try {
      await send(draft.values, idempotencyKey)
      draft.clear()
      clearError()
      onSent()
    } catch (error) {
      const problem = problemOf(error)
      // A record with other content was stored under this key. The current content needs a new one.
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

  /** Props of the form element. */
  const formProps = {
    ref: element,
    'data-draft': draft.name,
    noValidate: true,
    // Without scripts, the default method GET would put the text into the URL.
    method: 'post',
    onInput: (event: InputEvent<HTMLFormElement>) => void draft.keep(readForm(event.currentTarget, empty)),
    onSubmit: submit,
  }

  return { form, formProps }
}
