import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { announceChange } from '../../db/live-channel.ts'
import type { RemoteTrace } from '../crm/erasure.ts'
import { kinds, type RecordKind } from '../crm/records.ts'
import type { Crm, RemoteId } from '../crm/pipedrive.ts'
import { titleOf } from '../crm/sync.ts'
import { type EntityManager, tables } from '../database.ts'
import { changesOf, countTimelineEntries, eraseFromSurvivors } from './person-in-changes.ts'
import { countPrint, type ErasedPrint, erasePrint, exportPrint, type Person } from '../print/proofs/person-in-print.ts'

const kindsOfRecords = ['lead', 'sample_request'] as const satisfies RecordKind[]

/** What live events call the records. */
const changed = { lead: 'leads', sample_request: 'sample_requests' } as const

const Text = Type.Union([Type.String(), Type.Null()])
const RemoteNumber = Type.Union([Type.Number(), Type.Null()])

/** The whole row as JSON. These are the columns that are read here; the others are only passed on. */
const PersonalRow = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  company: Text,
  crm_creating: Text,
  crm_person_id: RemoteNumber,
  crm_lead_id: Type.Optional(Text),
  crm_deal_id: Type.Optional(RemoteNumber),
})
type PersonalRow = Type.Static<typeof PersonalRow>

const personalRows = checkedRows(Type.Object({ row: PersonalRow }))

/** Columns that only serve us and say nothing about the person. */
const internal = ['idempotency_key', 'idempotency_hash', 'crm_creating', 'crm_creating_at', 'crm_enqueued_at']

/** Every column is exported, so that a new one cannot be forgotten here. */
async function recordsOf(em: EntityManager, kind: RecordKind, email: string): Promise<PersonalRow[]> {
  const found = await em.execute(
    `select to_jsonb(found) as row from ${kind} as found where lower(email) = lower(?) order by created_at, id`,
    [email],
  )
  return personalRows(found).map(({ row }) => row)
}

/** What the CRM stores: the person, what our records became there, and the notes on those. */
async function heldByCrm(crm: Crm, email: string, traces: RemoteTrace[]) {
  const held = { persons: [] as unknown[], leads: [] as unknown[], deals: [] as unknown[], notes: [] as unknown[] }
  const found = await crm.findPerson(email)
  const all = found === undefined ? traces : [...traces, { kind: 'person' as const, id: found }]
  const created = all.filter((trace): trace is RemoteTrace & { id: RemoteId } => trace.id !== null)
  for (const { kind, id } of new Map(created.map((trace) => [`${trace.kind} ${trace.id}`, trace])).values()) {
    const record = await crm.read(kind, id)
    if (record === undefined) continue
    held[`${kind}s`].push(record)
    if (kind !== 'person')
      held.notes.push(...(await crm.readNotes(kind === 'lead' ? { lead_id: id } : { deal_id: id })))
  }
  return held
}

/** Everything that we store about the person and, if there is a CRM, what the CRM stores. */
export async function exportPerson(em: EntityManager, person: Person, crm?: Crm) {
  const { email } = person
  const rows = {
    lead: await recordsOf(em, 'lead', email),
    sample_request: await recordsOf(em, 'sample_request', email),
  }
  const shown = (table: RecordKind) =>
    rows[table].map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !internal.includes(name))))
  const traces = kindsOfRecords.flatMap((table) => rows[table].flatMap((row) => tracesOf(table, row)))
  const messages = await em.execute(
    `select created_at, channel, kind, recipient, subject, content, status, sent_at from message
      where lower(recipient) = lower(?) or lead_id in (select id from lead where lower(email) = lower(?))
         or sample_request_id in (select id from sample_request where lower(email) = lower(?))
      order by created_at, id`,
    [email, email, email],
  )
  const accounts = await em.execute(
    'select email, name, role, created_at, disabled_at from staff_user where lower(email) = lower(?)',
    [email],
  )
  const invitations = await em.execute(
    'select email, name, role, invited_by, created_at, expires_at from staff_invitation where email = lower(?)',
    [email],
  )
  const accesses = await em.execute(
    `select created_at, last_at, kind, role, times from access_entry
      where record_id in (select id from lead where lower(email) = lower(?)
                           union all select id from sample_request where lower(email) = lower(?))
      order by created_at, id`,
    [email, email],
  )
  return {
    email,
    exportedAt: new Date().toISOString(),
    leads: shown('lead'),
    sampleRequests: shown('sample_request'),
    /** Notes and changes by staff about the person's leads and sample requests. */
    changes: await changesOf(em, email),
    /** What was sent to the person, and to staff about them. */
    messages,
    /** Who of our staff saw the records: when, and in which role. Their names are theirs. */
    accesses,
    staffAccounts: accounts,
    staffInvitations: invitations,
    print: await exportPrint(em, person),
    /** Null when no CRM is configured. */
    crm: crm ? await heldByCrm(crm, email, traces) : null,
  }
}

const counts = checkedRows(
  Type.Object({
    messages: Type.Integer(),
    hasInvitation: Type.Boolean(),
    hasAccount: Type.Boolean(),
  }),
)

/** How much an erasure would delete, and what it leaves. */
export async function countPerson(em: EntityManager, person: Person) {
  const { email } = person
  const leads = await recordsOf(em, 'lead', email)
  const sampleRequests = await recordsOf(em, 'sample_request', email)
  const found = await em.execute(
    `select (select count(*)::int from message
              where lower(recipient) = lower(?) or lead_id in (select id from lead where lower(email) = lower(?))
                 or sample_request_id in (select id from sample_request where lower(email) = lower(?))) as messages,
            exists (select from staff_invitation where email = lower(?)) as "hasInvitation",
            exists (select from staff_user where lower(email) = lower(?)) as "hasAccount"`,
    Array.from({ length: 5 }, () => email),
  )
  const traces = [
    ...leads.flatMap((row) => tracesOf('lead', row)),
    ...sampleRequests.flatMap((row) => tracesOf('sample_request', row)),
  ]
  return {
    leads: leads.length,
    sampleRequests: sampleRequests.length,
    timelineEntries: await countTimelineEntries(em, email),
    ...onlyRow(counts(found)),
    proofs: await countPrint(em, person),
    isInCrm: traces.length > 0,
  }
}

/** What a record became in the CRM, or may have become. */
function tracesOf(kind: RecordKind, row: PersonalRow): RemoteTrace[] {
  const traces: RemoteTrace[] = []
  const subject = row[kinds[kind].subject] ?? null
  if (subject !== null || row.crm_creating === 'subject') {
    const { id, company, first_name: firstName, last_name: lastName } = row
    const title = titleOf({ kind, id, company, firstName, lastName })
    traces.push({ kind: kind === 'lead' ? 'lead' : 'deal', id: subject, title })
  }
  if (row.crm_person_id !== null || row.crm_creating === 'person') {
    traces.push({ kind: 'person', id: row.crm_person_id })
  }
  return traces
}

interface Erased {
  leads: number
  sampleRequests: number
  /** Print proofs, and the files of theirs that no other row may name. */
  print: ErasedPrint
  /** The CRM may have data on the person, and the worker will delete it. */
  isInCrm: boolean
}

/**
 * Deletes every record that the person submitted, print proofs that are addressed to them and an invitation, and has the
 * worker delete what was synced to the CRM. A staff account is disabled with the staff command instead.
 */
export const erasePerson = (em: EntityManager, person: Person): Promise<Erased> =>
  em.transactional(async (transaction) => {
    const { email } = person
    // Leads and sample requests say which keys and proofs are theirs, so they go last.
    const print = await erasePrint(transaction, person)
    const counts = { lead: 0, sample_request: 0 }
    const traces: RemoteTrace[] = []
    const ids: string[] = []
    await eraseFromSurvivors(transaction, email)
    const gone: Record<RecordKind, { id: string }[]> = { lead: [], sample_request: [] }
    for (const kind of kindsOfRecords) {
      // A worker writes down what it is about to create before it does, and ends once the record is gone: what is created
      // after this lock is none, and what was being created is found by its title.
      await tables(transaction)
        .selectFrom(kind)
        .select('id')
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
        .forUpdate()
        .execute()
      for (const row of await recordsOf(transaction, kind, email)) {
        counts[kind] += 1
        ids.push(row.id)
        gone[kind].push({ id: row.id })
        traces.push(...tracesOf(kind, row))
        await tables(transaction).deleteFrom(kind).where('id', '=', row.id).execute()
      }
    }
    // That somebody read something stays, and no longer says of whom.
    if (ids.length > 0) {
      await tables(transaction)
        .updateTable('access_entry')
        .set({ recordId: null })
        .where('recordId', 'in', ids)
        .execute()
    }
    for (const kind of kindsOfRecords) await announceChange(transaction, changed[kind], gone[kind])
    // What is about the records went with them.
    await tables(transaction)
      .deleteFrom('message')
      .where(sql<string>`lower(recipient)`, '=', sql<string>`lower(${email})`)
      .execute()
    await tables(transaction)
      .deleteFrom('staff_invitation')
      .where('email', '=', sql<string>`lower(${email})`)
      .execute()
    // Several records may share one person, who is deleted once, and last.
    const distinct = [...new Map(traces.map((trace) => [JSON.stringify(trace), trace])).values()].toSorted(
      (a, b) => Number(a.kind === 'person') - Number(b.kind === 'person'),
    )
    if (distinct.length > 0) {
      await tables(transaction)
        .insertInto('crm_erasure')
        .values({ id: randomUUIDv7(), email, subjects: distinct })
        .execute()
    }
    return { leads: counts.lead, sampleRequests: counts.sample_request, print, isInCrm: distinct.length > 0 }
  })
