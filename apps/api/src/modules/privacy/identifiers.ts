import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, columns, type Fragment, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { StaffUserEntity } from '../../entities/accounts.entity.ts'
import { CustomerMemberEntity } from '../../entities/customers.entity.ts'
import type { Person } from '../print/proofs/person-in-print.ts'

/** PostgreSQL regular expressions for a person's identifiers, undefined for unknown ones. */
export interface Identifiers {
  email: string
  /** Also matches a link that contains the name. */
  names: string | undefined
  phones: string | undefined
  streets: string | undefined
  /** A much faster test that every text with an identifier passes. */
  isLikelyIn: (text: Fragment) => Fragment
  /** `isLikelyIn` without phone numbers, which take the longest. */
  isNameLikelyIn: (text: Fragment) => Fragment
}

const lead = columns(LeadEntity, 'lead')
const sample = columns(SampleRequestEntity, 'sample')
const staff = columns(StaffUserEntity, 'staff')
const member = columns(CustomerMemberEntity, 'member')
const change = columns(RecordChangeEntity, 'change')

const Known = Type.Object({ first: Type.String(), last: Type.String(), phone: Type.String(), street: Type.String() })
type Known = Type.Static<typeof Known>
const known = reader(Known)
const namesOf = reader(Type.Object({ name: Type.String() }))

/** Escapes a text for a PostgreSQL regular expression. */
export const escaped = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)

/** A pattern for a text, including its forms in JSON and in links. */
const written = (text: string): string => {
  const forms = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]
  const patterns = [...new Set(forms)].map(escaped)
  return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`
}

/** A LIKE pattern of the parts that are identical in every form. */
const hintOf = (text: string): string => `%${(text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('%')}%`

const oneOf = (patterns: readonly string[]): string | undefined =>
  patterns.length > 0 ? `(?:${[...new Set(patterns)].join('|')})` : undefined

/** The preceding character may end a JSON line-break escape or a percent-encoding. */
const afterEscape = String.raw`(?<=\\[bfnrt]|%[[:xdigit:]]{2})`
const wordStart = `(?:(?<![[:alnum:]])|${afterEscape})`
const wordEnd = String.raw`(?![[:alnum:]])`
/** Between two words of a name or street. */
const gap = String.raw`(?:\s|\\[nrt]|[,.+]|%[[:xdigit:]]{2})+`

const wordsOf = (text: string): string[] => text.split(/[\s,.]+/u).filter(Boolean)

const inOrder = (words: readonly string[]): string => `${wordStart}${words.map(written).join(gap)}${wordEnd}`

/** Punctuation and digits alone are not a name, and occur in JSON outside of its texts. */
const hasLetter = (text: string): boolean => /\p{L}/u.test(text)

/** Patterns for both name orders. A single word is too common to identify a person. */
function namePatterns({ first, last }: Pick<Known, 'first' | 'last'>): string[] {
  if (!hasLetter(first) || !hasLetter(last)) return []
  const [given, family] = [wordsOf(first), wordsOf(last)]
  return [inOrder([...given, ...family]), inOrder([...family, ...given])]
}

const digitsOfNumber = 10
const gapsOfNumber = ' ().+/-'
const numberGap = `[${gapsOfNumber}]{0,3}`
const lastDigits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-digitsOfNumber)

/** Matches any grouping, with or without the country code. */
function phonePattern(phone: string): string[] {
  const digits = lastDigits(phone)
  if (digits.length < digitsOfNumber) return []
  return [
    String.raw`(?:(?<!\d)|${afterEscape})(?:\+?1${numberGap})?\(?${digits.replaceAll(/\d(?=\d)/g, `$&${numberGap}`)}(?!\d)`,
  ]
}

/** Requires a number, because a street name alone identifies no person. */
const streetPattern = (street: string): string[] => {
  const words = wordsOf(street)
  return words.length > 1 && /\d/.test(street) && hasLetter(street) ? [inOrder(words)] : []
}

/**
 * The identifiers in the person's records, including values from before staff corrected an address, and the given name.
 */
export async function identifiersOf(em: EntityManager, { email, name }: Person): Promise<Identifiers> {
  const rows = await known(
    em,
    sql`select ${lead.firstName} as first, ${lead.lastName} as last, coalesce(${lead.phone}, '') as phone, '' as street
          from ${table(LeadEntity)} as lead where lower(${lead.email}) = lower(${email})
         union
        select ${sample.firstName}, ${sample.lastName}, coalesce(${sample.phone}, ''), ${sample.addressLine1}
          from ${table(SampleRequestEntity)} as sample where lower(${sample.email}) = lower(${email})
         union
        select ${sample.firstName}, ${sample.lastName}, '', ${change.before} ->> 'addressLine1'
          from ${table(SampleRequestEntity)} as sample
          join ${table(RecordChangeEntity)} as change on ${change.recordId} = ${sample.id}
         where lower(${sample.email}) = lower(${email}) and ${change.before} ->> 'addressLine1' is not null`,
  )
  // An account's history keeps its name: the person may be a staff member who tried a form.
  const accounts = await namesOf(em, sql`select lower(${staff.name}) as name from ${table(StaffUserEntity)} as staff`)
  const ofStaff = new Set(accounts.map(({ name: one }) => one))
  const members = await namesOf(
    em,
    sql`select ${member.name} as name from ${table(CustomerMemberEntity)} as member where lower(${member.email}) = lower(${email})`,
  )
  const whole = [name ?? '', ...members.map(({ name: one }) => one)].map((one) => {
    const [first = '', ...last] = wordsOf(one)
    return { first, last: last.join(' ') }
  })
  const people = [...rows, ...whole].filter(({ first, last }) => !ofStaff.has(`${first} ${last}`.toLowerCase()))
  const texts = [email, ...people.map(({ last }) => last), ...rows.map(({ street }) => street)]
  const hints = texts.filter(Boolean).map(hintOf)
  const numbers = rows
    .map(({ phone }) => lastDigits(phone))
    .filter(Boolean)
    .map((digits) => `%${digits}%`)
  const isNameLikelyIn = (text: Fragment) => sql`lower(${text} collate "C") like any(${hints})`
  return {
    email: String.raw`(?:(?<![[:alnum:].+_-])|${afterEscape})${email.replaceAll(/./gsu, written)}(?![[:alnum:]-]|\.[[:alnum:]])`,
    names: oneOf(people.flatMap(namePatterns)),
    phones: oneOf(rows.flatMap(({ phone }) => phonePattern(phone))),
    streets: oneOf(rows.flatMap(({ street }) => streetPattern(street))),
    isNameLikelyIn,
    isLikelyIn: (text) =>
      sql`(${isNameLikelyIn(text)} or translate(${text}, ${gapsOfNumber}, '') like any(${numbers}))`,
  }
}

/** A pattern that matches any of these. */
export const anyOf = (...patterns: readonly (string | undefined)[]): string =>
  patterns.filter((pattern) => pattern !== undefined).join('|')
