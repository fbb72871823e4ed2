import type { Pool } from 'pg'
import { searchedText } from '../../db/crm-columns.ts'
import { CrmError } from './crm-error.ts'
import type { RemoteId } from './pipedrive.ts'

/** What can be told to the CRM. */
export type RecordKind = 'lead' | 'sample_request'

/** Words of the status column of each kind, and where its deal or lead is kept. */
export const kinds = {
  lead: { status: 'status', waiting: 'new', synced: 'synced', failed: 'sync_failed', subject: 'crm_lead_id' },
  sample_request: {
    status: 'crm_status',
    waiting: 'pending',
    synced: 'synced',
    failed: 'failed',
    subject: 'crm_deal_id',
  },
} as const

export type RemoteColumn = 'crm_organization_id' | 'crm_person_id' | 'crm_lead_id' | 'crm_deal_id' | 'crm_note_id'
export type StepName = 'organization' | 'person' | 'subject' | 'note'

/** A row, with the columns of its own kind beside the common ones. */
export interface CrmRecord {
  kind: RecordKind
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  company: string | null
  crm_attempts: number
  crm_creating: StepName | null
  /** Milliseconds since the remote record was about to be made. */
  creating_age: number | null
  remote: Partial<Record<RemoteColumn, RemoteId | null>>
  /** Other columns, for the note. */
  fields: Record<string, string | null>
}

const noteFields = {
  lead: ['message', 'industry', 'volume', 'source', 'lead_source'],
  sample_request: ['address_line1', 'address_line2', 'city', 'state', 'zip', 'sample_type', 'notes', 'source'],
} as const

/** Undefined when the row is gone, synced already, or no person's. */
export async function readRecord(pool: Pool, kind: RecordKind, id: string): Promise<CrmRecord | undefined> {
  const { subject } = kinds[kind]
  const { rows } = await pool.query<Record<string, string | null> & { crm_attempts: number; creating_age: number }>(
    `select id, first_name, last_name, email, phone, company, crm_attempts, crm_creating,
            extract(epoch from now() - crm_creating_at)::float8 * 1000 as creating_age,
            crm_organization_id, crm_person_id, crm_note_id, ${subject}, ${noteFields[kind].join(', ')}
       from ${kind} where id = $1 and crm_synced_at is null and not is_spam`,
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const remote = ['crm_organization_id', 'crm_person_id', 'crm_note_id', subject] as const
  return {
    kind,
    id,
    first_name: row['first_name'] ?? '',
    last_name: row['last_name'] ?? '',
    email: row['email'] ?? '',
    phone: row['phone'] ?? null,
    company: row['company'] ?? null,
    crm_attempts: row.crm_attempts,
    // The column holds nothing else.
    crm_creating: row['crm_creating'] as StepName | null,
    creating_age: row.creating_age,
    remote: Object.fromEntries(remote.map((column) => [column, asRemoteId(row[column] ?? null)])),
    fields: Object.fromEntries(noteFields[kind].map((column) => [column, row[column] ?? null])),
  }
}

/** bigint comes as text. */
const asRemoteId = (text: string | null): RemoteId | null => (text && /^\d+$/.test(text) ? Number(text) : text)

/** Says that a remote record is about to be made: whatever happens then, the next try knows to look for it first. */
export async function announce(pool: Pool, { kind, id }: CrmRecord, step: StepName): Promise<void> {
  await pool.query(`update ${kind} set crm_creating = $2, crm_creating_at = now() where id = $1`, [id, step])
}

/** The remote record was certainly not made. */
export async function withdraw(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  await pool.query(`update ${kind} set crm_creating = null, crm_creating_at = null where id = $1`, [id])
}

export async function saveRemoteId(pool: Pool, record: CrmRecord, column: RemoteColumn, id: RemoteId): Promise<void> {
  await pool.query(
    `update ${record.kind} set ${column} = $2, crm_creating = null, crm_creating_at = null where id = $1`,
    [record.id, id],
  )
  record.remote[column] = id
  record.crm_creating = null
}

/** More are not kept: the oldest go. */
const maxFailures = 50

/** Writes a failed attempt down beside those before it. */
export async function noteFailure(pool: Pool, { kind, id }: CrmRecord, reason: string): Promise<void> {
  const failure = { at: new Date().toISOString(), reason: reason.slice(0, 500) }
  try {
    await pool.query(
      `update ${kind}
          set crm_failures = case when jsonb_array_length(crm_failures) >= ${maxFailures} then crm_failures - 0
                                  else coalesce(crm_failures, '[]') end || $2::jsonb
        where id = $1`,
      [id, JSON.stringify([failure])],
    )
  } catch (error) {
    // While a deployment goes on the table may not have the column yet; syncing goes on all the same.
    if ((error as { code?: string }).code !== '42703') throw error
  }
}

/** A status that staff gave the record stays. */
export async function saveSynced(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  const { status, waiting, failed, synced } = kinds[kind]
  await pool.query(
    `with done as (
       update ${kind} set crm_synced_at = now(), crm_error = null,
              ${status} = case when ${status} in ('${waiting}', '${failed}') then '${synced}' else ${status} end
        where id = $1
     )
     update crm_state set last_success_at = now() where id = 1`,
    [id],
  )
}

/** Our own rows know of a person or organization before the CRM's search does. @throws {CrmError} while one is in doubt */
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
  const { rows } = await pool.query<{ remote: string | null; age: number | null }>(
    `select remote::text as remote, extract(epoch from now() - since)::float8 * 1000 as age
       from (${ofTable('lead')} union all ${ofTable('sample_request')}) as others
      order by remote nulls last limit 1`,
    [`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`, value, record.id, step],
  )
  const [other] = rows
  if (!other) return undefined
  if (other.remote !== null) return Number(other.remote)
  const waitMs = settleMs - (other.age ?? 0)
  if (waitMs > 0) throw new CrmError('passing', `Another record's ${step} is in doubt in the CRM.`, { waitMs })
  return undefined
}
