import { brand } from '@app/brand'
import { labelOf, volumeLabels } from '@app/labels'
import { invalidMember } from '../../errors.ts'

/** What a merge field of a reply stands for. */
export interface MergeSource {
  firstName: string
  lastName: string
  company: string | null
  email: string
  phone: string | null
  volume: string | null
  source: string
  sender: { name: string; email: string }
}

const values: Readonly<Record<string, (from: MergeSource) => string | null>> = {
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  company: ({ company }) => company,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  volume: ({ volume }) => volume && labelOf(volumeLabels, volume),
  page: ({ source }) => source,
  myName: ({ sender }) => sender.name,
  myEmail: ({ sender }) => sender.email,
  ourCompany: () => brand.companyName,
}

/** `{{company}}`, or `{{company|your company}}` with a text for a lead that has none. */
const field = /\{\{\s*(?:(\w+)\s*)?(?:\|([^{}]*))?\}\}/g

/** @throws {ProblemError} 400 when a text names a merge field that there is not. `pointer` names its member. */
export function assertMergeFields(text: string, pointer: string): void {
  for (const [whole, name = ''] of text.matchAll(field)) {
    if (!values[name]) {
      throw invalidMember(
        pointer,
        `has no merge field ${whole.slice(0, 60)}; there are ${Object.keys(values).join(', ')}`,
      )
    }
  }
}

/** The text with its merge fields filled. What a value contains is not filled again, also when staff send what they see. */
export const filled = (text: string, source: MergeSource): string =>
  text.replaceAll(field, (_whole, name: string | undefined, otherwise: string | undefined) => {
    const value = values[name ?? '']?.(source)?.trim().replaceAll(/\{+/g, '{')
    return value || (otherwise ?? '').trim()
  })
