import type { EntityMetadata } from '@mikro-orm/core'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, run, columnName, columns, type Fragment, table } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { RecordChangeEntity } from '../../entities/changes.entity.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { anyOf, type Identifiers } from './identifiers.ts'

/** Replaces the data of an erased person. */
export const erased = '[erased]'

/**
 * Tables to skip. Staff accounts are disabled instead, and customers replace their invoice contact. A pending CRM
 * erasure needs the email. Facts are derived from leads.
 */
const kept = new Set(['staff_user', 'customer_account', 'crm_erasure', 'lead_fact'])

/** Tables about other people, with the columns that identify those people. */
const ofOthers: Readonly<Record<string, ReadonlySet<string>>> = {
  lead: new Set(['firstName', 'lastName', 'email', 'phone', 'company']),
  sample_request: new Set([
    'firstName',
    'lastName',
    'email',
    'phone',
    'phoneNormalized',
    'company',
    'addressLine1',
    'addressLine2',
    'city',
  ]),
}

const change = columns(RecordChangeEntity)
const message = columns(MessageEntity)

/**
 * The pattern for a column. Records of other people keep a name, phone number, or street that the two may share.
 * Callers' print API data is deleted after weeks and does not belong to us.
 */
function patternOf({ email, names, phones, streets }: Identifiers, tableName: string, property: string): Fragment {
  const everything = sql`${anyOf(email, names, phones, streets)}`
  const contact = sql`${anyOf(email, phones, streets)}`
  const own = ofOthers[tableName]
  if (own) return own.has(property) ? sql`${email}` : contact
  if (tableName === RecordChangeEntity.tableName)
    return sql`case when ${change.recordType} in ('lead', 'sample_request') then ${contact} else ${everything} end`
  if (tableName === MessageEntity.tableName)
    return sql`case when ${message.lead} is null and ${message.sampleRequest} is null then ${everything} else ${email} end`
  return tableName.startsWith('print_') && !tableName.startsWith('print_run') ? sql`${email}` : everything
}

/** A table as described by its entity. */
type Table = Pick<EntityMetadata, 'tableName' | 'props'>

interface TextColumn {
  name: string
  pattern: Fragment
  type: Fragment
  maxLength: number | undefined
  /** Unique, so parts of it cannot be replaced: two values might become equal. */
  isKey: boolean
}

/** Shorter columns contain only our own keywords. */
const minLength = 40
const textTypes = new Map<string, Fragment>([
  ['varchar', sql`varchar`],
  ['text', sql`text`],
  ['jsonb', sql`jsonb`],
  ['text[]', sql`text[]`],
])

const keys = new Set(['idempotencyKey', 'dedupeKey'])

/** The columns of a table that may contain free text. */
const textColumns = ({ tableName, props }: Table, identifiers: Identifiers): TextColumn[] =>
  props.flatMap(({ name, fieldNames: [column = ''], columnTypes: [columnType = ''] }) => {
    const [, typeName = '', length] = /^([^(]+)(?:\((\d+)\))?$/.exec(columnType) ?? []
    const type = textTypes.get(typeName)
    const maxLength = length === undefined ? undefined : Number(length)
    if (type === undefined || (maxLength ?? minLength) < minLength) return []
    // The script of a test piece, whose numbers only look like phone numbers.
    if (tableName === PieceEntity.tableName && name === 'test') return []
    const isKey = keys.has(name)
    return { name: column, pattern: patternOf(identifiers, tableName, name), type, maxLength, isKey }
  })

const replaced = ({ name, pattern, type, maxLength, isKey }: TextColumn): Fragment => {
  if (isKey) return sql`case when ${sql.ref(name)} ~* ${pattern} then gen_random_uuid()::text else ${sql.ref(name)} end`
  const text = sql`regexp_replace(${sql.ref(name)}::text, ${pattern}, ${erased}, 'gi')`
  return maxLength === undefined ? sql`${text}::${type}` : sql`left(${text}, ${maxLength})`
}

const sizes = reader(Type.Object({ pages: Type.Integer(), bytes: Type.Number() }))
/** Approximate bytes per statement, so that none exceeds the statement timeout. */
const batchBytes = 16 << 20

/**
 * Replaces a person's identifiers in every text of every table: in notes about others, in the name of a file or view,
 * in a campaign. The identifiers come from the person's own records, so collect them before deleting those.
 */
export async function scrub(transaction: EntityManager, identifiers: Identifiers): Promise<void> {
  for (const entity of transaction.getMetadata().getAll().values()) {
    const { tableName } = entity
    const found = kept.has(tableName) ? [] : textColumns(entity, identifiers)
    if (found.length === 0) continue
    const matches = sql.join(
      found.map(({ name, pattern }) => sql`${sql.ref(name)}::text ~* ${pattern}`),
      sql` or `,
    )
    const whole = sql.join(found.map(({ name }) => sql`${sql.ref(name)}::text`))
    const isLikely = identifiers.isLikelyIn(sql`concat_ws(' ', ${whole})`)
    const values = found.map((column) => sql`${sql.ref(column.name)} = ${replaced(column)}`)
    // Instances reload links that changed since their last check.
    if ('changedAt' in entity.properties) values.push(sql`${sql.ref(columnName(entity, 'changedAt'))} = now()`)
    const size = await sizes(
      transaction,
      sql`select (pg_relation_size(${tableName}) / current_setting('block_size')::int)::int as pages,
                 pg_table_size(${tableName})::float8 as bytes`,
    )
    const { pages, bytes } = onlyRow(size)
    const step = Math.max(1, Math.floor((pages * batchBytes) / Math.max(1, bytes)))
    for (let page = 0; page < pages; page += step) {
      const isInBatch = sql`ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + step},0)`}::tid`
      await run(
        transaction,
        sql`update ${table(entity)} set ${sql.join(values)} where ${isInBatch} and ${isLikely} and (${matches})`,
      )
    }
  }
}
