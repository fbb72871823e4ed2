import type { LeadImportError, LeadImportRow } from '@app/api-client'
import { industryLabels, volumeLabels } from '@app/labels'
import { volumeOf } from '@app/pricing'

export type Field = LeadImportError['field']

/** What a column can be: a member of a lead, or a name that is split into two. */
export type Target = Field | 'fullName'

export const targetLabels: Readonly<Record<Target, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  email: 'Email',
  company: 'Company',
  phone: 'Phone',
  message: 'Message',
  industry: 'Industry',
  volume: 'Volume',
  source: 'Source',
}

export const targets = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'company',
  'phone',
  'message',
  'industry',
  'volume',
  'source',
] as const satisfies Target[]

/** What all rows get where no column says it. */
export const fixable = ['source', 'industry', 'volume'] as const satisfies Field[]
export type Fixable = (typeof fixable)[number]
export const isFixable = (target: Target): target is Fixable => fixable.some((name) => name === target)

export interface Mapping {
  /** The columns by their places. */
  columns: Partial<Record<Target, number>>
  fixed: Record<Fixable, string>
}

export const noFixed: Record<Fixable, string> = { source: 'Import', industry: '', volume: '' }

/** Headings as they are in exports of common tools, without what says whose they are. */
const aliases: Readonly<Record<Target, readonly string[]>> = {
  firstName: ['first name', 'firstname', 'given name', 'forename'],
  lastName: ['last name', 'lastname', 'surname', 'family name'],
  fullName: ['name', 'full name', 'fullname', 'contact', 'contact name', 'person', 'contact person'],
  email: ['email', 'e mail', 'email address', 'e mail address', 'mail', 'work email', 'email work', 'primary email'],
  company: [
    'company',
    'company name',
    'organization',
    'organisation',
    'organization name',
    'business',
    'account name',
    'associated company',
  ],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'tel',
    'mobile',
    'mobile phone number',
    'mobile phone',
    'cell',
    'work phone',
    'phone work',
  ],
  message: ['message', 'note', 'notes', 'comment', 'comments', 'description'],
  industry: ['industry', 'sector', 'line of business'],
  volume: ['volume', 'monthly volume', 'pieces per month', 'pieces a month', 'quantity'],
  source: ['source', 'lead source', 'original source', 'origin', 'campaign'],
}

/** "Person - Email (Work)" and "email_work" say the same. */
const words = (heading: string): string =>
  heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** What tools put before the name of a column. */
const owner = /^(?:person|organi[sz]ation|deal|lead|contact) (?=.)/

const meanings = (heading: string): string[] => {
  const plain = words(heading)
  const own = plain.replace(owner, '')
  // The name of an organization is the company, and that of a person is the person.
  if (/^organi[sz]ation name$/.test(plain)) return [plain]
  return own === plain ? [plain] : [plain, own]
}

/** Which column is what, by its heading. Each column is used once. */
export function guessColumns(headings: readonly string[]): Mapping['columns'] {
  const columns: Mapping['columns'] = {}
  const isTaken = (index: number) => Object.values(columns).includes(index)
  for (const target of targets) {
    if (target === 'fullName' && (columns.firstName !== undefined || columns.lastName !== undefined)) continue
    for (const alias of aliases[target]) {
      const index = headings.findIndex((heading, place) => !isTaken(place) && meanings(heading).includes(alias))
      if (index < 0) continue
      columns[target] = index
      break
    }
  }
  return columns
}

/** The last word is the last name, or what stands before a comma. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [before = '', ...after] = name.split(',')
  if (after.length > 0 && after.join(',').trim()) return { firstName: after.join(',').trim(), lastName: before.trim() }
  const parts = before.trim().split(/\s+/)
  return {
    firstName: parts.slice(0, -1).join(' ') || before.trim(),
    lastName: parts.length > 1 ? (parts.at(-1) ?? '') : '',
  }
}

const folded = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9+]+/g, '')

/** The value that a label or a value stands for, or the text as it is, which is then told as an error. */
function valueOf(labels: Readonly<Record<string, string>>, text: string): string {
  const wanted = folded(text)
  return Object.keys(labels).find((value) => folded(value) === wanted || folded(labels[value] ?? '') === wanted) ?? text
}

/** A volume by its value or label, or as a number of pieces. */
function readVolume(text: string): string {
  const known = valueOf(volumeLabels, text)
  return /^\d[\d,. ]*$/.test(known) ? volumeOf(Number(known.replaceAll(/[,. ]/g, ''))) : known
}

const read: Partial<Record<Field, (text: string) => string>> = {
  industry: (text) => valueOf(industryLabels, text),
  volume: readVolume,
}

/** A row as it would be stored. Blank members are left out. */
export function toRow(cells: readonly string[], { columns, fixed }: Mapping): LeadImportRow {
  const cell = (target: Target) => {
    const column = columns[target]
    return column === undefined ? '' : (cells[column]?.trim() ?? '')
  }
  const name = splitName(cell('fullName'))
  const row: LeadImportRow = {}
  for (const target of targets) {
    if (target === 'fullName') continue
    const split = target === 'firstName' || target === 'lastName' ? name[target] : ''
    const given = isFixable(target) ? fixed[target].trim() : ''
    const text = cell(target) || split
    const value = text ? (read[target]?.(text) ?? text) : given
    // A longer one is refused as too long, and need not be sent whole.
    if (value) row[target] = value.slice(0, 6_000)
  }
  return row
}

/** What every lead has and nothing says. */
export function lacking({ columns, fixed }: Mapping): Field[] {
  const has = (target: Target) => columns[target] !== undefined
  const lacks: Field[] = []
  if (!has('fullName') && !has('firstName')) lacks.push('firstName')
  if (!has('fullName') && !has('lastName')) lacks.push('lastName')
  if (!has('email')) lacks.push('email')
  if (!has('source') && !fixed.source.trim()) lacks.push('source')
  return lacks
}

/** The heading of the column that a member comes from; undefined for a fixed value. */
export function headingOf(field: Field, headings: readonly string[], { columns }: Mapping): string | undefined {
  const isOfName = (field === 'firstName' || field === 'lastName') && columns[field] === undefined
  const column = columns[isOfName ? 'fullName' : field]
  return column === undefined ? undefined : headings[column]
}
