import type { FieldError } from '@app/api-client'

/** One @, no spaces, a dot in the domain. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const required = (message: string) => (value: string) => (value.trim() ? null : message)

export function validEmail(value: string): string | null {
  if (!value.trim()) return 'Email is required'
  return emailPattern.test(value.trim()) ? null : 'Please enter a valid email'
}

/** The texts among these values, for each field of the empty form. */
export function textValues<Values extends Record<keyof Values, string>>(given: unknown, empty: Values): Values {
  const texts = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : [])
  const textOf = (field: string) => {
    const value = texts.get(field)
    return typeof value === 'string' ? value : ''
  }
  // The same keys as the empty form has.
  return Object.fromEntries(Object.keys(empty).map((field) => [field, textOf(field)])) as unknown as Values
}

/** What the fields hold now. The browser keeps text typed before React runs, so the elements are asked, not the state. */
export const readForm = <Values extends Record<keyof Values, string>>(form: HTMLFormElement, empty: Values): Values =>
  textValues(Object.fromEntries(new FormData(form)), empty)

/** Puts the values into the fields that are empty: what somebody typed before React ran is newer. */
export function fillForm(form: HTMLFormElement, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    const isField =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
    if (isField && !field.value) field.value = String(value)
  }
}

/** The server's objections by field; one about something that is not a field here is left to the toast. */
export const fieldErrors = <Values extends object>(
  errors: FieldError[] | undefined,
  empty: Values,
): Partial<Record<keyof Values, string>> =>
  // Only fields of the form pass the filter.
  Object.fromEntries(
    (errors ?? [])
      .map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail] as const)
      .filter(([field]) => field in empty),
  ) as Partial<Record<keyof Values, string>>
