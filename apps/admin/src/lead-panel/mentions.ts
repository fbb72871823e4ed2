import type { LeadOwner } from '@app/api-client'

/** The API's limit. */
const maxMentions = 20

/** The accounts that a text mentions: those whose name follows an @. */
export const mentionsIn = (text: string, owners: readonly LeadOwner[]): LeadOwner[] =>
  owners.filter(({ name, isEnabled }) => isEnabled && text.includes(`@${name}`)).slice(0, maxMentions)

/** Appends a mention to a text. */
export const withMention = (text: string, name: string): string =>
  `${text}${text && !/\s$/.test(text) ? ' ' : ''}@${name} `
