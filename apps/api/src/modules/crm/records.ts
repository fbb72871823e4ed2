import { sql } from 'kysely'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import {
  type Connection,
  reader,
  run,
  columns,
  type Fragment,
  jsonObject,
  select,
  table,
  instantText,
} from '../../db/sql.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { CrmStateEntity } from '../../entities/crm.entity.ts'
import { CrmError, type RemoteId } from './pipedrive.ts'
import { noted } from './note.ts'
import { isKeptFromCrm } from '../leads/imports/kept-from-crm.ts'

/** The tables whose records are synced to the CRM. */
export type RecordKind = 'lead' | 'sample_request'

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)

/**
 * Per record kind: its table, its status column and values, the CRM object that it becomes and the property with that
 * object's id, its name in live events, and SQL for whether it was imported from a file and whether it is never sent.
 */
export const kinds = {
  lead: {
    entity: LeadEntity,
    columns: lead,
    status: lead.status,
    waiting: 'new',
    synced: 'synced',
    failed: 'sync_failed',
    subjectKind: 'lead',
    subject: 'crmLeadId',
    announced: 'leads',
    isImported: sql`${lead.importId} is not null`,
    isKept: isKeptFromCrm,
  },
  sample_request: {
    entity: SampleRequestEntity,
    columns: sample,
    status: sample.crmStatus,
    waiting: 'pending',
    synced: 'synced',
    failed: 'failed',
    subjectKind: 'deal',
    subject: 'crmDealId',
    announced: 'sample_requests',
    isImported: sql`false`,
    isKept: sql`false`,
  },
} as const

export type RemoteProperty = 'crmOrganizationId' | 'crmPersonId' | 'crmLeadId' | 'crmDealId' | 'crmNoteId'

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
  /** Ids in the CRM: UUIDs of leads, and numbers. */
  remote: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number()]))),
  /** Answers for the note, keyed by contract member. */
  answers: Type.Record(Type.String(), Text),
})

export interface CrmRecord extends Type.Static<typeof Stored> {
  kind: RecordKind
  remote: Partial<Record<RemoteProperty, RemoteId | null>>
}

type RecordName = Pick<CrmRecord, 'kind' | 'id'>

function pick<Name extends string>(all: Readonly<Record<Name, Fragment>>, names: readonly Name[]) {
  return names.map((name): [Name, Fragment] => [name, all[name]])
}

const inEveryTable = ['crmOrganizationId', 'crmPersonId', 'crmNoteId'] as const

/** Ids in the CRM, by property. */
const remoteColumns: Record<RecordKind, [RemoteProperty, Fragment][]> = {
  lead: pick(lead, [...inEveryTable, 'crmLeadId']),
  sample_request: pick(sample, [...inEveryTable, 'crmDealId']),
}

/** The content of the note, by contract member. */
const answers: Record<RecordKind, [string, Fragment][]> = {
  lead: pick(lead, noted.lead),
  sample_request: pick(sample, noted.sample_request),
}

function derived(kind: RecordKind) {
  const { crmAttempts: attempts, crmCreating: creating, crmCreatingAt } = kinds[kind].columns
  const creatingAge = sql`extract(epoch from now() - ${crmCreatingAt})::float8 * 1000`
  const remote = jsonObject(remoteColumns[kind])
  return { attempts, creating, creatingAge, remote, answers: jsonObject(answers[kind]) }
}

const stored = {
  lead: select(LeadEntity, Stored, derived('lead')),
  sample_request: select(SampleRequestEntity, Stored, derived('sample_request')),
}

/** Undefined when the record is gone, already synced, or spam. */
export async function readRecord(pool: Pool, kind: RecordKind, id: string): Promise<CrmRecord | undefined> {
  const record = kinds[kind].columns
  const isUnsynced = sql`where ${record.id} = ${id} and ${record.crmSyncedAt} is null and not ${record.isSpam}`
  const [found] = await stored[kind].read(pool, isUnsynced)
  return found && { ...found, kind }
}

/** Changes a record that is being synced. Returns whether it is still there. */
async function change(db: Connection, { kind, id }: RecordName, assignments: Fragment): Promise<boolean> {
  const { entity, columns: record } = kinds[kind]
  const changed = await run(
    db,
    sql`update ${table(entity)} set ${assignments} where ${record.id} = ${id} returning ${record.id}`,
  )
  return changed.length > 0
}

const notCreating = ({ kind }: CrmRecord) =>
  sql`${kinds[kind].columns.crmCreating} = null, ${kinds[kind].columns.crmCreatingAt} = null`

/** Records that a remote record is about to be created: after a crash, the next attempt searches for it first. */
export async function announce(pool: Pool, record: CrmRecord, step: StepName): Promise<void> {
  const { crmCreating, crmCreatingAt } = kinds[record.kind].columns
  const isThere = await change(pool, record, sql`${crmCreating} = ${step}, ${crmCreatingAt} = now()`)
  // The record's import was undone meanwhile. The next attempt finds no record and ends the job.
  if (!isThere) throw new CrmError('passing', 'The record was deleted.')
}

/** Records that the remote record was certainly not created. */
export async function withdraw(pool: Pool, record: CrmRecord): Promise<void> {
  await change(pool, record, notCreating(record))
}

export async function saveRemoteId(pool: Pool, record: CrmRecord, name: RemoteProperty, id: RemoteId): Promise<void> {
  const [, column] = remoteColumns[record.kind].find(([known]) => known === name) ?? []
  if (!column) throw new TypeError(`A ${record.kind} has no ${name}`)
  await change(pool, record, sql`${column} = ${id}, ${notCreating(record)}`)
  record.remote[name] = id
  record.creating = null
}

const maxFailures = 50

/** Fails a record, unless staff have given it another status. Staff can retry it. */
const isFailed = ({ status, waiting, failed }: (typeof kinds)[RecordKind]) =>
  sql`${status} = case when ${status} = ${waiting} then ${failed} else ${status} end`

export async function saveFailure(
  db: Connection,
  record: CrmRecord,
  reason: string,
  { attempts, isLast }: { attempts: number; isLast: boolean },
): Promise<void> {
  const { crmAttempts, crmError, crmFailures } = kinds[record.kind].columns
  await change(
    db,
    record,
    sql`${crmAttempts} = ${attempts}, ${crmError} = ${reason},
        ${crmFailures} = case when jsonb_array_length(${crmFailures}) >= ${sql.lit(maxFailures)} then ${crmFailures} - 0
                              else coalesce(${crmFailures}, '[]') end
                         || jsonb_build_object('at', ${instantText(sql`now()`)}, 'reason', ${reason.slice(0, 500)}::text)
        ${isLast ? sql`, ${isFailed(kinds[record.kind])}` : sql``}`,
  )
}

/** Fails a record whose workers died on every attempt. */
export async function giveUp(db: Connection, record: RecordName): Promise<void> {
  const { crmError } = kinds[record.kind].columns
  await change(
    db,
    record,
    sql`${crmError} = 'The sync was interrupted too many times.', ${isFailed(kinds[record.kind])}`,
  )
}

/** Marks a record as synced, but keeps a status that staff have set. */
export async function saveSynced(pool: Pool, { kind, id }: CrmRecord): Promise<void> {
  const { entity, columns: record, status, waiting, failed, synced } = kinds[kind]
  const state = columns(CrmStateEntity)
  await run(
    pool,
    sql`with done as (
          update ${table(entity)}
             set ${record.crmSyncedAt} = now(),
                 ${record.crmError} = null,
                 ${status} = case when ${status} in (${waiting}, ${failed}) then ${synced} else ${status} end
           where ${record.id} = ${id}
        )
        update ${table(CrmStateEntity)} set ${state.lastSuccessAt} = now() where ${state.id} = 1`,
  )
}

/** A person or an organization, shared by several records with the same email or company. */
type SharedStep = 'organization' | 'person'

/** The column with the shared id, and the condition for records that share it. */
function sharing(kind: RecordKind, { email, company }: CrmRecord, step: SharedStep): [remote: Fragment, is: Fragment] {
  const record = kinds[kind].columns
  return step === 'person'
    ? [record.crmPersonId, sql`lower(${record.email}) = lower(${email})`]
    : [record.crmOrganizationId, sql`lower(${record.company}) = lower(${company ?? ''})`]
}

/** Clears an id in all records that share it. */
export async function forgetId(pool: Pool, record: CrmRecord, step: SharedStep, id: RemoteId): Promise<void> {
  for (const kind of ['lead', 'sample_request'] as const) {
    const [remote, isSharing] = sharing(kind, record, step)
    await run(
      pool,
      sql`update ${table(kinds[kind].entity)} set ${remote} = null where ${isSharing} and ${remote} = ${id}`,
    )
  }
}

const others = reader(Type.Object({ remote: Text, age: Nullable(Type.Number()) }))

/**
 * Finds the id of a person or organization in our own records, which have it immediately; the CRM's search finds a new
 * one only after a while.
 * @throws {CrmError} while it is unclear whether another record has created it
 */
export async function idFromOtherRecords(pool: Pool, record: CrmRecord, step: SharedStep, settleMs: number) {
  const ofTable = (kind: RecordKind) => {
    const { id, crmCreating, crmCreatingAt } = kinds[kind].columns
    const [remote, isSharing] = sharing(kind, record, step)
    return sql`
      select ${remote} as remote, ${crmCreatingAt} as since from ${table(kinds[kind].entity)}
       where ${isSharing} and ${id} <> ${record.id}
         and (${remote} is not null or ${crmCreating} = ${step})`
  }
  const found = await others(
    pool,
    sql`select others.remote::text as remote, extract(epoch from now() - others.since)::float8 * 1000 as age
          from (${ofTable('lead')} union all ${ofTable('sample_request')}) as others
         order by others.remote nulls last, others.since desc limit 1`,
  )
  const [other] = found
  if (!other) return undefined
  if (other.remote !== null) return Number(other.remote)
  const waitMs = settleMs - (other.age ?? 0)
  if (waitMs > 0)
    throw new CrmError('passing', `Another record's ${step} may or may not exist in the CRM yet.`, { waitMs })
  return undefined
}
