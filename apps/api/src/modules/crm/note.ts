import { escapeUTF8 } from 'entities/escape'
import type { LeadInput, SampleRequestInput } from '@app/contract'

/**
 * The CRM has fields of its own for these, so the note does not repeat them. The website is the field for machines, and a
 * template is known by its name. How the visitor came is a matter of our own reports.
 */
type InOwnFields = 'firstName' | 'lastName' | 'email' | 'phone' | 'company' | 'website' | 'templateId' | 'touches'

/** The answers of each form that go into the note, in this order. A new form field does not compile without its label. */
export const noteLabels = {
  lead: {
    message: 'Message',
    industry: 'Industry',
    volume: 'Pieces a month',
    source: 'Page',
    leadSource: 'Lead source',
  } satisfies Record<Exclude<keyof LeadInput, InOwnFields>, string>,
  sample_request: {
    addressLine1: 'Address',
    addressLine2: 'Address, second line',
    city: 'City',
    state: 'State',
    zip: 'ZIP',
    sampleType: 'Samples',
    templateName: 'Template asked for',
    notes: 'Notes',
    source: 'Page',
  } satisfies Record<Exclude<keyof SampleRequestInput, InOwnFields>, string>,
}

interface Noted {
  kind: keyof typeof noteLabels
  answers: Record<string, string | null>
}

const escaped = (text: string) => escapeUTF8(text).replaceAll('\n', '<br>')

/** The visitor's answers as HTML for a note of the CRM. Their text is escaped, so that none of it becomes markup. */
export const noteHtml = ({ kind, answers }: Noted): string =>
  Object.entries(noteLabels[kind])
    .flatMap(([name, label]) => {
      const answer = answers[name]
      return answer ? [`<b>${label}</b>: ${escaped(answer)}`] : []
    })
    .join('<br>')
