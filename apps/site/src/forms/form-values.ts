import { type FieldError, optionalTextPattern } from '@app/api-client'
import { isEmail, isLine } from '@app/contract/formats'

/** What is in the fields of a form, as text. */
export type FormValues<Field extends string> = Record<Field, string>

/**
 * A request in which every member is spelled out. An optional one may be undefined, and is then not sent. A form module
 * that builds such a request does not compile while a new member of the contract is missing.
 */
export type Complete<Input> = { [Member in keyof Required<Input>]: Input[Member] }

/** Text that is copied from an address book often begins and ends with invisible marks of direction. */
const edges =
  /^[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+|[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+$/gu

/** The text without space and invisible marks around it. */
export const trimmed = (text: string): string => text.replaceAll(edges, '')

const unprintable = 'Please use letters, digits and signs that can be printed'

const printable = (value: string) => (isLine(trimmed(value)) ? null : unprintable)

export const required = (message: string) => (value: string) => (trimmed(value) ? printable(value) : message)

export const optionalLine = (value: string): string | null => (trimmed(value) ? printable(value) : null)

/** For text that may have several lines. */
export const optionalLines = (value: string): string | null =>
  optionalTextPattern.test(trimmed(value)) ? null : unprintable

export function validEmail(value: string): string | null {
  if (!trimmed(value)) return 'Email is required'
  return isEmail(trimmed(value)) ? null : 'Please enter a valid email'
}

/** The trimmed text; undefined, which is not sent, when there is none. */
export const optionalText = (text: string): string | undefined => trimmed(text) || undefined

/** The option whose value is in the field; undefined when none is chosen. */
export const chosenOption = <Value extends string>(options: { value: Value }[], text: string): Value | undefined =>
  options.find(({ value }) => value === text)?.value

/** The texts among these values, for each field of the form. A field without one keeps its known value. */
export function textValues<Field extends string>(given: unknown, known: FormValues<Field>): FormValues<Field> {
  const texts = new Map<string, unknown>(typeof given === 'object' && given !== null ? Object.entries(given) : [])
  const values = { ...known }
  for (const field in known) {
    const value = texts.get(field)
    if (typeof value === 'string') values[field] = value
  }
  return values
}

/**
 * What the fields hold now. The browser keeps text typed before React runs, so the elements are read, not the state. A
 * field that is not on the page (yet) keeps the value that is known.
 */
export const readForm = <Field extends string>(form: HTMLFormElement, known: FormValues<Field>): FormValues<Field> =>
  textValues(Object.fromEntries(new FormData(form)), known)

/** Puts the values into the fields that are empty: what somebody typed before React ran is newer. */
export function fillForm(form: HTMLFormElement, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    const isField =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
    if (isField && !field.value) field.value = String(value)
  }
}

/** The server's messages by field. One about something that is not a field of the form is left to the toast. */
export const fieldErrors = (errors: FieldError[] | undefined, empty: object): Record<string, string> =>
  Object.fromEntries(
    (errors ?? [])
      .map(({ pointer, detail }) => [pointer.replace(/^\//, ''), detail] as const)
      .filter(([field]) => field in empty),
  )
