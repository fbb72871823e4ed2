import { escapeUTF8 } from 'entities/escape'
import type { CrmRecord } from './records.ts'

const labels: Record<string, string> = {
  message: 'Message',
  industry: 'Industry',
  volume: 'Pieces a month',
  source: 'Page',
  lead_source: 'Lead source',
  address_line1: 'Address',
  address_line2: 'Address, second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  sample_type: 'Samples',
  notes: 'Notes',
}

const escaped = (text: string) => escapeUTF8(text).replaceAll('\n', '<br>')

/** What the visitor said, as the CRM's notes want it: HTML, with nothing of theirs taken for markup. */
export const noteHtml = ({ fields }: CrmRecord): string =>
  Object.entries(fields)
    .filter(([, value]) => value)
    .map(([name, value]) => `<b>${labels[name] ?? name}</b>: ${escaped(value ?? '')}`)
    .join('<br>')
