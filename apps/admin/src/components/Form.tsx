import type { ComponentProps, FormEvent, KeyboardEvent } from 'react'

export const focusFault = (form: Element | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

type Props = ComponentProps<'form'> & { onSubmit: (event: FormEvent<HTMLFormElement>) => unknown }

/** A form that Ctrl/Cmd + Enter also submits. Focuses the first field with an error. */
export function Form({ onSubmit, ...props }: Props) {
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    onSubmit(event)
    // React renders the result of an event in an earlier microtask, so the errors are on screen by then.
    queueMicrotask(() => focusFault(form))
  }
  return <form noValidate onKeyDown={press} onSubmit={submit} {...props} />
}
