import type { FieldError } from '@app/api-client'
import { pathOf } from './failure.ts'

/** Texts for sandbox users, who design, in place of the API's texts for developers. */
const sentences: Record<string, string> = {
  template_has_errors: 'The template has errors, so it can’t be printed. They are listed under the editor.',
  template_size_mismatch:
    'The template was made for another size. Choose that size under Piece, or open a template of this size.',
  unknown_template: 'The template no longer exists. Open another one, or go back to the built-in template.',
  postal_class_not_available: 'Postcards are mailed First Class. Choose First Class, or a letter.',
}

/**
 * Codes whose remedies point to the API reference, which designers do not read. The list of allowed values says the
 * same.
 */
const remediesForDevelopers = new Set<string | undefined>(['invalid_format', 'invalid'])

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** The message for one fault: what is wrong, what is allowed, and how to fix it. */
export function faultText({ code, detail, found, allowed, remedy }: FieldError): string {
  const known = code && sentences[code]
  if (known) return known
  return [
    sentence(detail),
    found !== undefined && `Found: ${sentence(found)}`,
    allowed !== undefined && `Allowed: ${sentence(allowed)}`,
    !remediesForDevelopers.has(code) && remedy,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The labels of address lines in the sandbox's forms. */
export const addressLabels: Readonly<Record<string, string>> = {
  Name: 'Name',
  AddressLine1: 'Street',
  AddressLine2: 'Unit',
  City: 'City',
  State: 'State',
  Zip: 'ZIP Code',
}

/** The label of the field that a fault is about, as in the sandbox's forms. */
export function faultPlace(fault: FieldError): string {
  const [first = '', second] = pathOf(fault)
  if (second === undefined) return first
  if (first === 'VariablePayload') return second
  return `${first}, ${addressLabels[second] ?? second}`
}
