import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { searchedText } from '../../db/crm-columns.ts'
import { leadColumns } from '../leads/lead-columns.ts'
import { sampleRequestColumns } from '../samples/sample-request-columns.ts'
import { CrmError } from './crm-error.ts'
import { noteLabels } from './note.ts'
import type { RemoteId } from './pipedrive.ts'

/** The tables whose records are synced to the CRM. */
export type RecordKind = 'lead' | 'sample_request'

/**
 * The status column of each kind with its values, the column for the id of its lead or deal in the CRM, its name in live
 * events, and SQL for whether a file brought the record.
 */
export const kinds = {
  lead: {
    status: leadColumns.status,
    waiting: 'new',
    synced: 'synced',
    failed: 'sync_failed',
    subject: 'crm_lead_id',
    announced: 'leads',
    isImported: `${leadColumns.importId} is not null`,
  },
  sample_request: {
    status: sampleRequestColumns.crmStatus,
    waiting: 'pending',
    synced: 'synced',
    failed: 'failed',
    subject: 'crm_deal_id',
    announced: 'sample_requests',
    isImported: 'false',
  },
} as const

export type RemoteColumn = 'crm_organization_id' | 'crm_person_id' | 'crm_lead_id' | 'crm_deal_id' | 'crm_note_id'

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const Text = Nullable(Type.String())
const StepName = Type.Enum(['organization', 'person', 'subject', 'note'])
export type StepName = Type.Static<typeof StepName>

const Stored = Type.Object({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Text,
  company: Text,
  attempts: Type.Integer(),
  /** The remote record that was about to be created, and how many milliseconds ago. */
  creating: Nullable(StepName),
  creatingAge: Nullable(Type.Number()),
  remote: Type.Record(Type.String(), Text),
  /** What goes into the note, keyed by member of the contract. */
  answers: Type.Record(Type.String(), Text),
})

/** A record that waits to be synced. */
export interface CrmRecord extends Omit<Type.Static<typeof Stored>, 'remote'> {
  kind: RecordKind
  remote: Partial<Record<RemoteColumn, RemoteId | null>>
}

const stored = checkedRows(Stored)

const columns: Record<RecordKind, Record<string, string>> = { lead: leadColumns, sample_request: sampleRequestColumns }

const jsonOf = (members: [name: string, sql: string][]) =>
  `json_build_object(${members.map(([name, sql]) => `'${name}', ${sql}`).join(', ')})`

function selectionOf(kind: RecordKind): string {
  const { firstName, lastName, email, phone, company, crmAttempts, crmCreating, crmCreatingAt, id } =
    kind === 'lead' ? leadColumns : sampleRequestColumns
  const answers = Object.keys(noteLabels[kind]).map((name): [string, string] => [name, columns[kind][name] ?? name])
  const remote = remoteColumns(kind).map((column): [string, string] => [column, `${column}::text`])
  return `${id} as id, ${firstName} as "firstName", ${lastName} as "lastName", ${email} as email, ${phone} as phone,
          ${company} as company, ${crmAttempts} as attempts, ${crmCreating} as creating,
          extract(epoch from now() - ${crmCreatingAt})::float8 * 1000 as "creatingAge",
          ${jsonOf(remote)} as remote, ${jsonOf(answers)} as answers`
}

const remoteColumns = (kind: RecordKind): RemoteColumn[] => [
  'crm_organization_id',
  'crm_person_id',
  'crm_note_id',
  kinds[kind].subject,
]

/** Undefined when the record is gone, synced already, or spam. */
export async function readRecord(pool: Pool, kind: RecordKind, id: string): Promise<CrmRecord | undefined> {
  const { rows } = await pool.query(
    `select ${selectionOf(kind)} from ${kind} where id = $1 and crm_synced_at is null and not is_spam`,
    [id],
  )
  const [record] = stored(rows)
  if (!record) return undefined
  const remote: CrmRecord['remote'] = {}
  for (const column of remoteColumns(kind)) remote[column] = asRemoteId(record.remote[column] ?? null)
  return { ...record, kind, remote }
}

/** Ids of leads are UUIDs; all others are numbers, which are read as text. */
const asRemoteId = (text: string | null): RemoteId | null => (text && /^\d+$/.test(text) ? Number(text) : text)

/** Notes that a remote record is about to be created: after a crash, the next attempt searches for it first. */
export async function announce(pool: Pool, { kind, id }: CrmRecord, step: StepName): Promise<void> {
  const { rowCount } = await pool.query(`update ${kind} set crm_creating = $2, crm_creating_at = now() where id = $1`, [
    id,
    step,
  ])
  // Somebody took its import back meanwhile. The next attempt finds no record and ends the job.
  if (rowCount === 0) throw new CrmError('passing', 'The record was deleted.')
}

/** The remote record was certainly not created. */
export async function withdraw(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  await pool.query(`update ${kind} set crm_creating = null, crm_creating_at = null where id = $1`, [id])
}

export async function saveRemoteId(pool: Pool, record: CrmRecord, column: RemoteColumn, id: RemoteId): Promise<void> {
  await pool.query(
    `update ${record.kind} set ${column} = $2, crm_creating = null, crm_creating_at = null where id = $1`,
    [record.id, id],
  )
  record.remote[column] = id
  record.creating = null
}

/** Only the latest failures are kept. */
const maxFailures = 50

/** Adds a failed attempt to those before it. */
export async function noteFailure(pool: Pool, { kind, id }: CrmRecord, reason: string): Promise<void> {
  await pool.query(
    `update ${kind}
        set crm_failures = case when jsonb_array_length(crm_failures) >= ${maxFailures} then crm_failures - 0
                                else coalesce(crm_failures, '[]') end
                            || jsonb_build_object('at', ${isoInstant('now()')}, 'reason', $2::text)
      where id = $1`,
    [id, reason.slice(0, 500)],
  )
}

/** The error to store after an attempt. A record that became spam meanwhile keeps its reason there. */
const attemptError = (error: string) => `case when is_spam then crm_error else ${error} end`

/** A status that staff have set stays as it is. */
export async function saveSynced(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  const { status, waiting, failed, synced } = kinds[kind]
  await pool.query(
    `with done as (
       update ${kind} set crm_synced_at = now(), crm_error = ${attemptError('null')},
              ${status} = case when ${status} in ('${waiting}', '${failed}') then '${synced}' else ${status} end
        where id = $1
     )
     update crm_state set last_success_at = now() where id = 1`,
    [id],
  )
}

const others = checkedRows(Type.Object({ remote: Text, age: Nullable(Type.Number()) }))

/**
 * The CRM's search finds a new person or organization only after a while; our own records know its id at once.
 * @throws {CrmError} while it is unclear whether another record has created it
 */
export async function idFromOtherRecords(
  pool: Pool,
  record: CrmRecord,
  step: 'organization' | 'person',
  settleMs: number,
): Promise<RemoteId | undefined> {
  const [column, value] =
    step === 'person' ? (['email', record.email] as const) : (['company', record.company ?? ''] as const)
  const remote = `crm_${step}_id`
  const ofTable = (table: RecordKind) =>
    `select ${remote} as remote, crm_creating_at as since from ${table}
      where ${step === 'organization' ? `${searchedText} ilike $1` : '$1::text is not null'} and lower(${column}) = lower($2) and id <> $3
        and (${remote} is not null or crm_creating = $4)`
  const { rows } = await pool.query(
    `select remote::text as remote, extract(epoch from now() - since)::float8 * 1000 as age
       from (${ofTable('lead')} union all ${ofTable('sample_request')}) as others
      order by remote nulls last limit 1`,
    [`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`, value, record.id, step],
  )
  const [other] = others(rows)
  if (!other) return undefined
  if (other.remote !== null) return Number(other.remote)
  const waitMs = settleMs - (other.age ?? 0)
  if (waitMs > 0)
    throw new CrmError('passing', `Another record's ${step} may or may not exist in the CRM yet.`, { waitMs })
  return undefined
}
