import { useForm } from '@mantine/form'
import { fieldErrors, problemOf } from '@app/api-client'
import { brand } from '@app/brand'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type InputEvent, type SubmitEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useToasts } from '../toasts/toasts.ts'
import type { Attempt, FormDraft } from './form-draft.ts'
import { fillForm, type FormValues, readForm } from './form-values.ts'

interface PublicForm<Field extends string> {
  /** Distinguishes the form from others on the page. */
  name: string
  empty: FormValues<Field>
  draft: FormDraft<Field>
  rules: Partial<Record<Field, (value: string) => string | null>>
  /** Text of the toast if the form could not be sent. */
  failure: string
  /** Text of the toast if the form was stored after the visitor closed it. */
  thanks: string
  /** Resolves once the record is stored. */
  send: (attempt: Attempt<Field>) => Promise<unknown>
}

/** Follows the thank-you text when the stored record lacks edits made after the first attempt. */
export const earlierVersion = `We received your first version. To make changes, email ${brand.email}.`

/** Sends the draft once and reports the outcome: in a toast unless the form is on screen to show it. */
function useSend<Field extends string>({ empty, draft, failure, thanks, send }: PublicForm<Field>) {
  const { showError, showThanks, clearError } = useToasts()
  const { pathname } = useLocation()
  const succeed = (isEarlier: boolean) => {
    draft.succeed({ isEarlier })
    clearError()
    if (!draft.isShown) showThanks(isEarlier ? `${thanks} ${earlierVersion}` : thanks)
  }
  return async () => {
    const attempt = draft.begin(pathname)
    if (!attempt) return
    try {
      await send(attempt)
      succeed(false)
    } catch (error) {
      // An earlier attempt, whose response was lost, stored the form before it was edited.
      if (problemOf(error)?.code === 'idempotency_key_reused') return succeed(true)
      // The toast covers errors that belong to no field of the form.
      const shown = Object.entries(fieldErrors(error)).filter(([field]) => field in empty)
      draft.fail(Object.fromEntries(shown))
      showError(failure)
    }
  }
}

/**
 * Connects the rules, fields, and request of a public form. The fields are uncontrolled and read on demand, so that text
 * typed before React ran and autofilled text count too. The draft tracks whether the form is being sent, because the form
 * may unmount and return in the meantime.
 */
export function usePublicForm<Field extends string>(options: PublicForm<Field>) {
  const { name, empty, draft, rules } = options
  const sendOnce = useSend(options)
  const element = useRef<HTMLFormElement>(null)
  const readState = () => draft.state
  const state = useSyncExternalStore(draft.subscribe, readState, readState)
  // The library's types handle nested paths, which a generic flat form does not satisfy.
  const form = useForm<Record<string, string>>({
    name,
    mode: 'uncontrolled',
    initialValues: { ...empty },
    validate: rules,
  })

  // The draft cannot be the initial values, because hydration expects the prerendered page, which has no draft. Text
  // typed before hydration becomes part of the draft here.
  useLayoutEffect(() => {
    if (!element.current) return
    fillForm(element.current, draft.values)
    const values = readForm(element.current, draft.values)
    if (Object.values(values).some(Boolean)) draft.keep(values)
  }, [draft])

  const focusFirst = (errors: object) => {
    const first = Object.keys(empty).find((field) => field in errors)
    if (first) form.getInputNode(first)?.focus()
  }

  useEffect(() => {
    if (draft.isInterrupted) void sendOnce()
    // Runs only when the form mounts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft])

  const wasSending = useRef(false)
  useEffect(() => {
    const hasFailed = wasSending.current && state.step === 'unsent'
    wasSending.current = state.step === 'sending'
    if (state.step !== 'unsent') return
    if (Object.keys(state.errors).length > 0) {
      form.setErrors(state.errors)
      focusFirst(state.errors)
    } else if (hasFailed && document.activeElement === document.body) {
      // The button lost the focus when it was disabled.
      element.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
    }
    // Runs only when the state changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    draft.keep(readForm(event.currentTarget, draft.values))
    form.setValues({ ...draft.values })
    form.onSubmit(() => void sendOnce(), focusFirst)(event)
  }

  /** Props of the form element. */
  const formProps = {
    ref: element,
    'data-draft': draft.name,
    noValidate: true,
    // Without scripts, the default method GET would put the text into the URL.
    method: 'post',
    onInput: (event: InputEvent<HTMLFormElement>) => void draft.keep(readForm(event.currentTarget, draft.values)),
    onSubmit: submit,
  }

  return { form, formProps, isSending: state.step === 'sending' }
}
