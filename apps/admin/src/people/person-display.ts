import type { Erasure, Person } from '@app/api-client'

const count = (number: number, one: string, many = `${one}s`): string[] =>
  number > 0 ? [`${number.toLocaleString('en-US')} ${number === 1 ? one : many}`] : []

/** The records that an erasure deletes, one line per kind. */
export const countLines = (person: Person): string[] => [
  ...count(person.leads, 'lead'),
  ...count(person.sampleRequests, 'sample request'),
  ...count(person.timelineEntries, 'note or change on a timeline', 'notes and changes on timelines'),
  ...count(person.messages, 'message'),
  ...count(person.proofs, 'print proof'),
  ...count(person.pieces, 'piece of mail'),
  ...(person.isMember ? ['the membership in a customer account'] : []),
  ...(person.hasInvitation ? ['an invitation to the staff app'] : []),
]

export function erasedText({ leads, sampleRequests, proofs }: Erasure): string {
  const parts = [...count(leads, 'lead'), ...count(sampleRequests, 'sample request'), ...count(proofs, 'print proof')]
  return `Person erased: ${parts.join(', ')}`
}

/** Whether the typed text is this person's email, ignoring case like the server. */
export const isEmailOf = (person: Person, typed: string): boolean =>
  typed.trim().toLowerCase() === person.email.toLowerCase()
