import { isEmail, isLine, isTextOrBlank } from '@app/contract/formats'

/** The values of a form's fields, as text. */
export type FormValues<Field extends string> = Record<Field, string>

/** Spaces and invisible direction marks, which text copied from an address book often starts or ends with. */
const invisible = String.raw`[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]`
const edges = new RegExp(`^${invisible}+|(?<!${invisible})${invisible}+$`, 'gu')

/** The text without surrounding spaces and invisible marks. */
export const trimmed = (text: string): string => text.replaceAll(edges, '')

const unprintable = 'Please use only printable characters'

const printable = (value: string) => (isLine(trimmed(value)) ? null : unprintable)

export const required = (message: string) => (value: string) => (trimmed(value) ? printable(value) : message)

export const optionalLine = (value: string): string | null => (trimmed(value) ? printable(value) : null)

/** For text that may span several lines. */
export const optionalLines = (value: string): string | null => (isTextOrBlank(trimmed(value)) ? null : unprintable)

export function validEmail(value: string): string | null {
  if (!trimmed(value)) return 'Email is required'
  return isEmail(trimmed(value)) ? null : 'Please enter a valid email'
}

/** The trimmed text, or undefined if it is empty. Undefined is not sent. */
export const optionalText = (text: string): string | undefined => trimmed(text) || undefined

/** The selected option's value, or undefined if none is selected. */
export const chosenOption = <Value extends string>(options: { value: Value }[], text: string): Value | undefined =>
  options.find(({ value }) => value === text)?.value

/** Reads text values from untrusted data. A field without one falls back to its value in `fallback`. */
export function textValues<Field extends string>(data: unknown, fallback: FormValues<Field>): FormValues<Field> {
  const texts = new Map<string, unknown>(typeof data === 'object' && data !== null ? Object.entries(data) : [])
  const values = { ...fallback }
  for (const field in fallback) {
    const value = texts.get(field)
    if (typeof value === 'string') values[field] = value
  }
  return values
}

/**
 * Reads the values from the form elements rather than from state, because the visitor may have typed before React ran. A
 * field that is not on the page yet keeps its value in `fallback`.
 */
export const readForm = <Field extends string>(form: HTMLFormElement, fallback: FormValues<Field>): FormValues<Field> =>
  textValues(Object.fromEntries(new FormData(form)), fallback)

/** Fills in empty fields only, because text typed before React ran is newer. */
export function fillForm(form: HTMLFormElement, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    const isField =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
    if (isField && !field.value) field.value = String(value)
  }
}
