import type { Erasure, Person } from '@app/api-client'

const count = (number: number, one: string, many = `${one}s`): string[] =>
  number > 0 ? [`${number.toLocaleString('en-US')} ${number === 1 ? one : many}`] : []

/** What an erasure deletes, a line for each kind. */
export const countLines = (person: Person): string[] => [
  ...count(person.leads, 'lead'),
  ...count(person.sampleRequests, 'sample request'),
  ...count(person.timelineEntries, 'note or change on a timeline', 'notes and changes on timelines'),
  ...count(person.messages, 'message'),
  ...count(person.proofs, 'print proof'),
  ...(person.hasInvitation ? ['an invitation to the staff app'] : []),
]

export function erasedText({ leads, sampleRequests, proofs }: Erasure): string {
  const parts = [...count(leads, 'lead'), ...count(sampleRequests, 'sample request'), ...count(proofs, 'print proof')]
  return `The person is erased: ${parts.join(', ')}`
}

/** Whether what was typed is this email. The server ignores case, too. */
export const isEmailOf = (person: Person, typed: string): boolean =>
  typed.trim().toLowerCase() === person.email.toLowerCase()
