import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, run, columnName, columns, type Fragment, readable, select, table } from '../../db/sql.ts'
import { announceChange } from '../announcements/live-channel.ts'
import { kinds, type RecordKind } from '../crm/records.ts'
import type { Crm, RemoteId } from '../crm/pipedrive.ts'
import { titleOf } from '../crm/sync.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { RemoteTrace } from '../../entities/crm.entity.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { StaffUserEntity, StaffInvitationEntity } from '../../entities/accounts.entity.ts'
import { AccessEntryEntity } from '../../entities/access.entity.ts'
import { deleteEmptyFacts } from '../leads/lead-recount.ts'
import { identifiersOf } from './identifiers.ts'
import { erasePieces, exportPieces, piecesOf } from './person-in-pieces.ts'
import { eraseMember, exportMember, isMember } from './person-as-member.ts'
import { changesOf, countTimelineEntries, eraseFromSurvivors, eraseInvitation } from './person-in-changes.ts'
import { scrub } from './scrub.ts'
import {
  type ErasedPrint,
  erasePrint,
  exportPrint,
  type Person,
  proofsOfPerson,
  proofsToErase,
} from '../print/proofs/person-in-print.ts'

const kindsOfRecords = ['lead', 'sample_request'] as const satisfies RecordKind[]

const Text = Type.Union([Type.String(), Type.Null()])
const RemoteNumber = Type.Union([Type.Number(), Type.Null()])

const PersonalRow = Type.Object({
  id: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  company: Text,
  crmCreating: Text,
  crmPersonId: RemoteNumber,
  /** The lead or deal in the CRM. */
  subject: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  /** Every column, so that an export cannot miss a new one. */
  row: Type.Record(Type.String(), Type.Unknown()),
})
type PersonalRow = Type.Static<typeof PersonalRow>

const row = sql`to_jsonb(found)`
const shownRow = {
  lead: select(LeadEntity, PersonalRow, { subject: readable(LeadEntity, 'crmLeadId'), row }),
  sample_request: select(SampleRequestEntity, PersonalRow, {
    subject: readable(SampleRequestEntity, 'crmDealId'),
    row,
  }),
} satisfies Record<RecordKind, unknown>

/** Columns for internal use, without personal data. */
const internal = (
  [
    'idempotencyKey',
    'idempotencyHash',
    'crmCreating',
    'crmCreatingAt',
    'crmEnqueuedAt',
  ] as const satisfies (keyof typeof LeadEntity.properties & keyof typeof SampleRequestEntity.properties)[]
).map((property) => columnName(LeadEntity, property))

/** SQL condition: the email belongs to the person. */
const isSame = (column: Fragment, email: string) => sql`lower(${column}) = lower(${email})`

function recordsOf(em: EntityManager, kind: RecordKind, email: string): Promise<PersonalRow[]> {
  const { createdAt, id, email: stored } = kinds[kind].columns
  return shownRow[kind].read(em, sql`as found where ${isSame(stored, email)} order by ${createdAt}, ${id}`)
}

const allRecordsOf = async (em: EntityManager, email: string): Promise<Record<RecordKind, PersonalRow[]>> => ({
  lead: await recordsOf(em, 'lead', email),
  sample_request: await recordsOf(em, 'sample_request', email),
})

/** The ids of a person's leads or sample requests. */
function idsOf(kind: RecordKind, email: string): Fragment {
  const { entity, columns: record } = kinds[kind]
  return sql`select ${record.id} from ${table(entity)} where ${isSame(record.email, email)}`
}

const message = columns(MessageEntity)

/** SQL condition: the message went to the person or is about them. */
const isAbout = (email: string) => sql`(${isSame(message.recipient, email)}
  or ${message.lead} in (${idsOf('lead', email)}) or ${message.sampleRequest} in (${idsOf('sample_request', email)}))`

/** The CRM's data: the person, the remote records that we created, and their notes. */
async function heldByCrm(crm: Crm, email: string, traces: RemoteTrace[]) {
  const held = { persons: [] as unknown[], leads: [] as unknown[], deals: [] as unknown[], notes: [] as unknown[] }
  const found = await crm.find('person', email)
  const all = found === undefined ? traces : [...traces, { kind: 'person' as const, id: found }]
  const created = all.filter((trace): trace is RemoteTrace & { id: RemoteId } => trace.id !== null)
  for (const { kind, id } of new Map(created.map((trace) => [`${trace.kind} ${trace.id}`, trace])).values()) {
    const record = await crm.read(kind, id)
    if (record === undefined) continue
    held[`${kind}s`].push(record)
    if (kind !== 'person') held.notes.push(...(await crm.readNotes({ kind, id })))
  }
  return held
}

const staff = columns(StaffUserEntity)
const invitation = columns(StaffInvitationEntity)
const access = columns(AccessEntryEntity)

/** All of our data about the person and, with a CRM, the CRM's. */
export async function exportPerson(em: EntityManager, person: Person, crm?: Crm) {
  const { email } = person
  const rows = await allRecordsOf(em, email)
  const shown = (kind: RecordKind) =>
    rows[kind].map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !internal.includes(name))))
  const traces = tracesOf(rows)
  const proofs = await proofsOfPerson(em, person)
  return {
    email,
    exportedAt: new Date().toISOString(),
    leads: shown('lead'),
    sampleRequests: shown('sample_request'),
    /** Notes and changes by staff about the person's leads and sample requests. */
    changes: await changesOf(em, email),
    /** Messages to the person, and to staff about the person. */
    messages: await run(
      em,
      sql`select ${message.createdAt}, ${message.channel}, ${message.kind}, ${message.recipient}, ${message.subject},
                 ${message.content}, ${message.status}, ${message.sentAt}
            from ${table(MessageEntity)} where ${isAbout(email)} order by ${message.createdAt}, ${message.id}`,
    ),
    /** Reads by staff: time and role. The names of staff are their own data. */
    accesses: await run(
      em,
      sql`select ${access.createdAt}, ${access.lastAt}, ${access.kind}, ${access.role}, ${access.times}
            from ${table(AccessEntryEntity)}
           where ${access.recordId} in (${idsOf('lead', email)} union all ${idsOf('sample_request', email)})
           order by ${access.createdAt}, ${access.id}`,
    ),
    staffAccounts: await run(
      em,
      sql`select ${staff.email}, ${staff.name}, ${staff.role}, ${staff.createdAt}, ${staff.disabledAt}
            from ${table(StaffUserEntity)} where ${isSame(staff.email, email)}`,
    ),
    staffInvitations: await run(
      em,
      sql`select ${invitation.email}, ${invitation.name}, ${invitation.role}, ${invitation.invitedBy},
                 ${invitation.createdAt}, ${invitation.expiresAt}
            from ${table(StaffInvitationEntity)} where ${invitation.email} = lower(${email})`,
    ),
    print: await exportPrint(em, person, proofs),
    /** The person's mail, without addresses, which are in the proofs. */
    pieces: await exportPieces(em, proofs),
    /** The person's activity in a customer area. */
    membership: await exportMember(em, email),
    /** Null when no CRM is configured. */
    crm: crm ? await heldByCrm(crm, email, traces) : null,
  }
}

const counts = reader(
  Type.Object({
    messages: Type.Integer(),
    hasInvitation: Type.Boolean(),
    hasAccount: Type.Boolean(),
  }),
)

/** The numbers of records that an erasure would delete and keep. */
export async function countPerson(em: EntityManager, person: Person) {
  const { email } = person
  const rows = await allRecordsOf(em, email)
  const proofs = await proofsToErase(em, person, await identifiersOf(em, person))
  const found = await counts(
    em,
    sql`select (select count(*)::int from ${table(MessageEntity)} where ${isAbout(email)}) as messages,
               exists (select from ${table(StaffInvitationEntity)} where ${invitation.email} = lower(${email})) as "hasInvitation",
               exists (select from ${table(StaffUserEntity)} where ${isSame(staff.email, email)}) as "hasAccount"`,
  )
  return {
    leads: rows.lead.length,
    sampleRequests: rows.sample_request.length,
    timelineEntries: await countTimelineEntries(em, email),
    ...onlyRow(found),
    proofs: proofs.length,
    pieces: (await piecesOf(em, proofs)).length,
    isMember: await isMember(em, email),
    isInCrm: tracesOf(rows).length > 0,
  }
}

/** The CRM records that were created, or may have been. */
const tracesOf = (rows: Readonly<Record<RecordKind, readonly PersonalRow[]>>): RemoteTrace[] =>
  kindsOfRecords.flatMap((kind) => rows[kind].flatMap((record) => tracesOfRecord(kind, record)))

function tracesOfRecord(kind: RecordKind, record: PersonalRow): RemoteTrace[] {
  const { subject, crmPersonId, crmCreating } = record
  const traces: RemoteTrace[] = []
  if (subject !== null || crmCreating === 'subject') {
    traces.push({ kind: kinds[kind].subjectKind, id: subject, title: titleOf({ kind, ...record }) })
  }
  if (crmPersonId !== null || crmCreating === 'person') traces.push({ kind: 'person', id: crmPersonId })
  return traces
}

interface Erased {
  leads: number
  sampleRequests: number
  /** Print proofs, and those of their files that may no longer have a row. */
  print: ErasedPrint
  /** True when the CRM may have data on the person, which the worker will delete. */
  isInCrm: boolean
}

/**
 * Deletes every record that the person submitted, the print proofs, pieces, and run files that name them, their
 * invitation, and their membership of a customer's account. Replaces their identifiers in all other texts, and has the
 * worker delete their synced records in the CRM. Disable a staff account with the staff command instead.
 */
export const erasePerson = (em: EntityManager, person: Person): Promise<Erased> =>
  em.transactional(async (transaction) => {
    const { email } = person
    // Leads and sample requests are deleted last, because they lead to the person's identifiers, keys, and proofs.
    const identifiers = await identifiersOf(transaction, person)
    const proofs = await proofsToErase(transaction, person, identifiers)
    const runFiles = await erasePieces(transaction, proofs)
    const print = await erasePrint(transaction, person, proofs)
    print.hashes.push(...runFiles)
    await eraseMember(transaction, email)
    await eraseFromSurvivors(transaction, email, identifiers)
    const gone: Record<RecordKind, PersonalRow[]> = { lead: [], sample_request: [] }
    for (const kind of kindsOfRecords) {
      // A worker records its next creation before it calls the CRM, and stops once the record is gone: it creates
      // nothing after this lock, and a creation in progress is found by its title.
      await tables(transaction)
        .selectFrom(kind)
        .select('id')
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
        .forUpdate()
        .execute()
      gone[kind] = await recordsOf(transaction, kind, email)
      for (const { id } of gone[kind]) await tables(transaction).deleteFrom(kind).where('id', '=', id).execute()
    }
    const ids = [...gone.lead, ...gone.sample_request].map(({ id }) => id)
    // The access log keeps the entry without its subject.
    if (ids.length > 0) {
      await tables(transaction)
        .updateTable('access_entry')
        .set({ recordId: null })
        .where('recordId', 'in', ids)
        .execute()
    }
    for (const kind of kindsOfRecords) await announceChange(transaction, kinds[kind].announced, gone[kind])
    // Messages about the records are deleted with them.
    await tables(transaction)
      .deleteFrom('message')
      .where(sql<string>`lower(recipient)`, '=', sql<string>`lower(${email})`)
      .execute()
    await eraseInvitation(transaction, email)
    await scrub(transaction, identifiers)
    await deleteEmptyFacts(transaction)
    // Several records may share one person, who is deleted once and last.
    const distinct = [...new Map(tracesOf(gone).map((trace) => [JSON.stringify(trace), trace])).values()].toSorted(
      (a, b) => Number(a.kind === 'person') - Number(b.kind === 'person'),
    )
    if (distinct.length > 0) {
      await tables(transaction)
        .insertInto('crm_erasure')
        .values({ id: randomUUIDv7(), email, subjects: distinct })
        .execute()
    }
    return { leads: gone.lead.length, sampleRequests: gone.sample_request.length, print, isInCrm: distinct.length > 0 }
  })
