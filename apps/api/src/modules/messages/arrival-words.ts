import { brand } from '@app/brand'
import { industryLabels, labelOf, volumeLabels } from '@app/labels'
import type { Fact, MessageContent } from './message-content.ts'

/** A lead or a sample request that has just arrived. */
export interface Arrived {
  id: string
  kind: 'lead' | 'sample_request'
  createdAt: string
  firstName: string
  lastName: string
  email: string
  phone: string | null
  company: string | null
  volume: string | null
  industry: string | null
  message: string | null
  source: string | null
}

const what = { lead: 'lead', sample_request: 'sample request' } as const

const whoOf = ({ firstName, lastName, company }: Arrived) => `${firstName} ${lastName}${company ? `, ${company}` : ''}`

const mostInASubject = 300

/** One line, whatever a visitor typed. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, mostInASubject)

/** What staff are told of a record that arrived. `adminUrl` is the address of the staff app. */
export function noticeOf(arrived: Arrived, adminUrl: string): { subject: string; content: MessageContent } {
  const { id, kind, createdAt, firstName, lastName, email, phone, company, volume, industry, message, source } = arrived
  // An address holds nothing about a person: proxies log it.
  const url = kind === 'lead' ? `${adminUrl}/leads?lead=${id}` : `${adminUrl}/samples?tab=requests&processed=false`
  const facts: [string, string | null][] = [
    ['Name', `${firstName} ${lastName}`],
    ['Company', company],
    ['Email', email],
    ['Phone', phone],
    ['Volume', volume && `${labelOf(volumeLabels, volume)} pieces a month`],
    ['Industry', industry && labelOf(industryLabels, industry)],
    ['Page', source],
    ['Message', message],
  ]
  return {
    subject: oneLine(`New ${what[kind]}: ${whoOf(arrived)}`),
    content: {
      paragraphs: [`A ${what[kind]} has just arrived.`],
      facts: facts.flatMap(([name, value]): Fact[] => (value ? [{ name, value }] : [])),
      link: { label: kind === 'lead' ? 'Open the lead' : 'Open the request', url },
      event: {
        type: kind === 'lead' ? 'lead.created' : 'sample_request.created',
        timestamp: createdAt,
        data: { id, createdAt, firstName, lastName, email, phone, company, volume, industry, message, source, url },
      },
    },
  }
}

const thanks = {
  lead: 'Thank you for asking about a demo. We have your request, and somebody will be in touch soon.',
  sample_request: 'Thank you for asking for samples. We have your request, and your samples will be in the mail soon.',
} as const

/** Letters only, so that nobody has us mail an address of the web, or a message, to somebody else. */
const plainName = /^[\p{L}\p{M}' -]{1,40}$/u

export const greeting = (firstName: string): string => (plainName.test(firstName) ? `Hello ${firstName},` : 'Hello,')

/** What a visitor is told. It repeats nothing that was typed but the first name: the address may be somebody else's. */
export const confirmationOf = ({ kind, firstName }: Arrived): { subject: string; content: MessageContent } => ({
  subject: 'We have your request',
  content: {
    paragraphs: [
      greeting(firstName),
      thanks[kind],
      `If this was not you, there is nothing to do: we write only to answer.`,
      brand.companyName,
    ],
    replyTo: { name: brand.companyName, address: brand.email },
  },
})
