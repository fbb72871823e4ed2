import { fieldsWith, leadFields, leadHeadings } from '@app/labels'
import { type Field, noChoices, type ValueChoices } from './cell-values.ts'

/** The targets of a column: the fields of a lead, or a full name that is split into two. */
export type Target = Field | 'fullName'

/** In the order in which the dialog lists them. */
export const targets: readonly Target[] = fieldsWith(leadFields, 'import').flatMap((name): Target[] =>
  name === 'lastName' ? [name, 'fullName'] : [name],
)

const fullName = {
  label: 'Full name',
  headings: ['name', 'full name', 'fullname', 'contact', 'contact name', 'person', 'contact person'],
}

export const targetLabel = (target: Target): string => {
  if (target === 'fullName') return fullName.label
  const { label, import: inFiles } = leadFields[target]
  return typeof inFiles === 'string' ? inFiles : label
}

/** The headings of a target in exports from common tools, without prefixes that name the owner. */
const headingsOf = (target: Target): readonly string[] =>
  target === 'fullName' ? fullName.headings : [targetLabel(target).toLowerCase(), ...(leadHeadings[target] ?? [])]

/** Values for all rows, for fields without a column. */
export const fixable = ['source', 'industry', 'volume'] as const satisfies Field[]
export type Fixable = (typeof fixable)[number]
export const isFixable = (target: Target): target is Fixable => fixable.some((name) => name === target)

export interface Mapping {
  /** The index of each field's column. */
  columns: Partial<Record<Target, number>>
  fixed: Record<Fixable, string>
  values: ValueChoices
  /** True if columns without a field are added to the message. */
  keepsOthers: boolean
}

const noFixed: Record<Fixable, string> = { source: 'Import', industry: '', volume: '' }

export const emptyMapping: Mapping = { columns: {}, fixed: noFixed, values: noChoices, keepsOthers: false }

/** Maps "Person - Email (Work)" and "email_work" to the same text. */
const words = (heading: string): string =>
  heading
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Prefixes that tools put before a column name. */
const owner = /^(?:person|organi[sz]ation|deal|lead|contact) (?=.)/

const meanings = (heading: string): string[] => {
  const plain = words(heading)
  const own = plain.replace(owner, '')
  // The name of an organization is the company, and the name of a person is the person.
  if (/^organi[sz]ation name$/.test(plain)) return [plain]
  return own === plain ? [plain] : [plain, own]
}

/** Guesses the field of each column by its heading. Each column is used once. */
export function guessColumns(headings: readonly string[]): Mapping['columns'] {
  const columns: Mapping['columns'] = {}
  const isTaken = (index: number) => Object.values(columns).includes(index)
  for (const target of targets) {
    if (target === 'fullName' && (columns.firstName !== undefined || columns.lastName !== undefined)) continue
    for (const alias of headingsOf(target)) {
      const index = headings.findIndex((heading, place) => !isTaken(place) && meanings(heading).includes(alias))
      if (index < 0) continue
      columns[target] = index
      break
    }
  }
  return columns
}

/** The last name is the last word, or the part before a comma. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [before = '', ...after] = name.split(',')
  if (after.length > 0 && after.join(',').trim()) return { firstName: after.join(',').trim(), lastName: before.trim() }
  const parts = before.trim().split(/\s+/)
  return {
    firstName: parts.slice(0, -1).join(' ') || before.trim(),
    lastName: parts.length > 1 ? (parts.at(-1) ?? '') : '',
  }
}

/** The columns of the file that have no field. */
export const unmappedColumns = (headings: readonly string[], { columns }: Pick<Mapping, 'columns'>): number[] =>
  [...headings.keys()].filter((index) => !Object.values(columns).includes(index))

/** Required fields without a column or a value. */
export function missingTargets({ columns, fixed }: Pick<Mapping, 'columns' | 'fixed'>): Field[] {
  const has = (target: Target) => columns[target] !== undefined
  const missing: Field[] = []
  if (!has('fullName') && !has('firstName')) missing.push('firstName')
  if (!has('fullName') && !has('lastName')) missing.push('lastName')
  if (!has('email')) missing.push('email')
  if (!has('source') && !fixed.source.trim()) missing.push('source')
  return missing
}

/** The column of a field. Undefined for a fixed value. */
export function columnOf(field: Field, { columns }: Pick<Mapping, 'columns'>): number | undefined {
  const isOfName = (field === 'firstName' || field === 'lastName') && columns[field] === undefined
  return columns[isOfName ? 'fullName' : field]
}
