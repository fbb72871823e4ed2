import { brand } from '@app/brand'
import { fieldsWith, labelOf, leadField, leadFields } from '@app/labels'
import { invalidField } from '../../errors/errors.ts'

/** The values for merge fields in a reply. */
export interface MergeSource {
  lead: Readonly<Record<(typeof mergedFields)[number], string | null>>
  sender: { name: string; email: string }
}

export const mergedFields = fieldsWith(leadFields, 'mergeField')

const ofLead = mergedFields.map((name): [string, (from: MergeSource) => string | null] => [
  leadFields[name].mergeField,
  ({ lead }) => lead[name] && labelOf(leadField(name).values ?? {}, lead[name]),
])

/** By name. In an object, `{{toString}}` would be a field. */
const values: ReadonlyMap<string, (from: MergeSource) => string | null> = new Map([
  ...ofLead,
  ['myName', ({ sender }) => sender.name],
  ['myEmail', ({ sender }) => sender.email],
  ['ourCompany', () => brand.companyName],
])

/** `{{company}}`, or `{{company|your company}}` with a fallback for a lead without a company. */
const field = /\{\{\s*(?:(\w+)\s*)?(?:\|([^{}]*))?\}\}/g

/** @throws {ProblemError} 400 when the text contains an unknown merge field. `pointer` names its member. */
export function assertMergeFields(text: string, pointer: string): void {
  for (const [whole, name = ''] of text.matchAll(field)) {
    if (!values.has(name)) {
      throw invalidField(
        pointer,
        `uses the unknown merge field ${whole.slice(0, 60)}. Known fields: ${[...values.keys()].join(', ')}`,
      )
    }
  }
}

/**
 * Fills the merge fields of a text. Collapses double braces in values, so that values are not filled again when staff
 * send the preview.
 */
export const filled = (text: string, source: MergeSource): string =>
  text.replaceAll(field, (_whole, name: string | undefined, otherwise: string | undefined) => {
    const value = values
      .get(name ?? '')?.(source)
      ?.trim()
      .replaceAll(/\{+/g, '{')
    return value || (otherwise ?? '').trim()
  })
