import { brand } from '@app/brand'
import { labelOf, recordField, recordFieldsWith } from '@app/labels'
import type { Fact, MessageContent } from '../../entities/message-content.ts'

/** A lead or a sample request that just arrived. */
export interface DescribedRecord {
  id: string
  kind: 'lead' | 'sample_request'
  createdAt: string
  firstName: string
  lastName: string
  email: string
  company: string | null
  volume: string | null
  answers: Readonly<Record<string, string | null>>
}

/** The fields that notifications of a new record show, in this order. */
export const notified = recordFieldsWith('notified')

/** Lines about a record, without empty ones. The full name takes one line. */
function factsOf({ kind, answers, firstName, lastName }: DescribedRecord): Fact[] {
  const lines = notified[kind].flatMap((name): Fact[] => {
    const { label = name, values = {}, unit } = recordField(kind, name) ?? {}
    const answer = answers[name]
    if (!answer || name === 'firstName' || name === 'lastName') return []
    const text = labelOf(values, answer)
    return [{ name: label, value: unit ? `${text} ${unit}` : text }]
  })
  return [{ name: 'Name', value: `${firstName} ${lastName}` }, ...lines]
}

const what = { lead: 'lead', sample_request: 'sample request' } as const

const whoOf = ({ firstName, lastName, company }: DescribedRecord) =>
  `${firstName} ${lastName}${company ? `, ${company}` : ''}`

const maxInASubject = 300

/** Collapses a visitor's text to one line. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, maxInASubject)

/** The notification for staff about a new record. `adminUrl` is the address of the staff app. */
export function noticeOf(record: DescribedRecord, adminUrl: string): { subject: string; content: MessageContent } {
  const { id, kind, createdAt, answers } = record
  // The URL contains no personal data: proxies log it.
  const url = kind === 'lead' ? `${adminUrl}/leads?lead=${id}` : `${adminUrl}/samples?tab=requests&processed=false`
  return {
    subject: oneLine(`New ${what[kind]}: ${whoOf(record)}`),
    content: {
      paragraphs: [`A ${what[kind]} just arrived.`],
      facts: factsOf(record),
      link: { label: kind === 'lead' ? 'Open the lead' : 'Open the request', url },
      event: {
        type: kind === 'lead' ? 'lead.created' : 'sample_request.created',
        timestamp: createdAt,
        data: { id, createdAt, ...answers, url },
      },
    },
  }
}

const thanks = {
  lead: 'Thank you for requesting a demo. We received your request and will be in touch soon.',
  sample_request:
    'Thank you for requesting samples. We received your request, and your samples will be in the mail soon.',
} as const

/** Letters only: a link or a message in the name would turn our mail into spam. */
const plainName = /^[\p{L}\p{M}' -]{1,40}$/u

export const greeting = (firstName: string): string => (plainName.test(firstName) ? `Hello ${firstName},` : 'Hello,')

/** The confirmation to a visitor. It repeats only the first name: the address may belong to another person. */
export const confirmationOf = ({ kind, firstName }: DescribedRecord): { subject: string; content: MessageContent } => ({
  subject: 'We received your request',
  content: {
    paragraphs: [
      greeting(firstName),
      thanks[kind],
      `If this wasn’t you, you can ignore this email.`,
      brand.companyName,
    ],
    replyTo: { name: brand.companyName, address: brand.email },
  },
})
