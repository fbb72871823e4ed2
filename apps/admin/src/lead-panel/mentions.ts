import type { LeadOwner } from '@app/api-client'

/** As many as the API takes. */
const mostMentions = 20

/** The accounts whose names a text has after an @, which are the ones it mentions. */
export const mentionsIn = (text: string, owners: readonly LeadOwner[]): LeadOwner[] =>
  owners.filter(({ name, isEnabled }) => isEnabled && text.includes(`@${name}`)).slice(0, mostMentions)

/** A text with somebody mentioned at its end. */
export const withMention = (text: string, name: string): string =>
  `${text}${text && !/\s$/.test(text) ? ' ' : ''}@${name} `
