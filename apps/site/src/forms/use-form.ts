import { fieldErrors } from '@app/api-client'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { reasonOf, useAction } from './use-action.ts'
import { useDraft, type Values } from './use-draft.ts'

/** The error of each field, or null. */
type Faults<Form> = Partial<Record<keyof Form & string, string | null>>

interface FormOptions<Form extends Values> {
  /** Distinguishes this draft from those of other forms and records. */
  name: string
  empty: Form
  /** Validates the form before it is sent. */
  check: (values: Form) => Faults<Form>
  /** Resolves once the input is stored. */
  send: (values: Form) => Promise<unknown>
  /** Messages for errors specific to this form. */
  explain?: (error: unknown) => string | undefined
  /** Keeps the draft after sending, because the next step shows it. */
  keepsText?: boolean
}

type TextField<Form> = { [Name in keyof Form]: Form[Name] extends string ? Name : never }[keyof Form] & string

/**
 * A form whose input survives until it is stored. It is validated on submit, and then each field again on every change.
 */
export function useForm<Form extends Values>({ name, empty, check, send, explain, keepsText }: FormOptions<Form>) {
  const { values, change, drop, isRestored } = useDraft(name, empty)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const element = useRef<HTMLFormElement>(null)
  const { act, isBusy, error } = useAction(async () => {
    try {
      await send(values)
      if (!keepsText) drop()
    } catch (failure) {
      setErrors(fieldErrors(failure))
      throw failure
    }
  })
  const hasFieldErrors = Object.keys(errors).some((field) => field in empty)
  useEffect(() => {
    if (Object.keys(errors).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  return {
    values,
    errors,
    isBusy,
    /** True if the form opened with input from an earlier visit. */
    isRestored,
    /** The error message, unless the errors belong to fields. */
    failure: error === undefined || hasFieldErrors ? undefined : (explain?.(error) ?? reasonOf(error)),
    discard: drop,
    change,
    /** The props of a text field. */
    field: (name: TextField<Form>) => ({
      value: String(values[name]),
      error: errors[name],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The field of this name has text.
      onText: (text: string) => change({ [name]: text } as Partial<Form>),
    }),
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        const found = Object.entries(check(values)).flatMap(([field, fault]) =>
          fault ? [[field, fault] as const] : [],
        )
        setErrors(Object.fromEntries(found))
        if (found.length === 0) act()
      },
    },
  }
}
