import { sql } from 'kysely'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { retryInMs } from '../../jobs/job-kinds.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { Attempt } from './attempt.ts'
import { CrmError, type Crm, type RemoteId } from './pipedrive.ts'
import { haltFor, isHalted } from './halt.ts'
import { defaultSettleMs } from './sync.ts'

/** The remote records of one of the person's records. */
const RemoteTrace = Type.Object({
  kind: Type.Enum(['lead', 'deal', 'person']),
  /** Null when it was about to be created and it is unclear whether it was. */
  id: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  /** Leads and deals whose id is unknown are found by their title. */
  title: Type.Optional(Type.String()),
})
export type RemoteTrace = Type.Static<typeof RemoteTrace>

const Erasure = Type.Object({
  id: Type.String(),
  email: Type.String(),
  subjects: Type.Array(RemoteTrace),
  attempts: Type.Integer(),
  /** Milliseconds since the erasure was requested. */
  age: Type.Number(),
})
type Erasure = Type.Static<typeof Erasure>

const erasures = checkedRows(Erasure)

/** Deletes a person from the CRM, and then the request to do so. Throws any error that is not the CRM's. */
export async function attemptErasure(
  em: EntityManager,
  crm: Crm,
  id: string,
  settleMs: number = defaultSettleMs,
): Promise<Attempt> {
  const db = tables(em)
  const found = await db
    .selectFrom('crm_erasure')
    .select(['id', 'email', 'subjects', 'attempts'])
    .select((eb) => sql<number>`extract(epoch from now() - ${eb.ref('createdAt')})::float8 * 1000`.as('age'))
    .where('id', '=', id)
    .execute()
  const [erasure] = erasures(found)
  if (!erasure) return { outcome: 'noop' }
  if (await isHalted(em)) return pause(em, id)
  try {
    for (const trace of erasure.subjects) await forget(crm, erasure, trace, settleMs)
    await db.deleteFrom('crm_erasure').where('id', '=', id).execute()
    return { outcome: 'erased' }
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    await haltFor(em, error)
    return error.fault === 'credentials' ? pause(em, id) : retry(em, erasure, error)
  }
}

async function pause(em: EntityManager, id: string): Promise<Attempt> {
  await requeueErasure(em, id)
  return { outcome: 'paused' }
}

/** The relay queues the erasure again. */
export async function requeueErasure(em: EntityManager, id: string): Promise<void> {
  await tables(em).updateTable('crm_erasure').set({ enqueuedAt: null }).where('id', '=', id).execute()
}

async function forget(crm: Crm, { email, age }: Erasure, trace: RemoteTrace, settleMs: number): Promise<void> {
  const { kind, title = '' } = trace
  const find = { lead: () => crm.findLead(title), deal: () => crm.findDeal(title), person: () => crm.findPerson(email) }
  const id = trace.id ?? (await find[kind]())
  if (id === undefined) {
    // The CRM's search finds a new record only after a while.
    const waitMs = settleMs - age
    if (waitMs > 0) throw new CrmError('passing', 'The CRM may not show its newest records yet.', { waitMs })
    return
  }
  if (kind === 'person') return crm.deletePerson(id)
  await forgetNotes(crm, kind === 'lead' ? { lead_id: id } : { deal_id: id })
  return kind === 'lead' ? crm.deleteLead(id) : crm.deleteDeal(id)
}

async function forgetNotes(crm: Crm, subject: Parameters<Crm['findNote']>[0]): Promise<void> {
  const deleted = new Set<RemoteId>()
  for (;;) {
    const note = await crm.findNote(subject)
    if (note === undefined || deleted.has(note)) return
    await crm.deleteNote(note)
    deleted.add(note)
  }
}

/** An erasure is retried until it succeeds: an operator may fix the CRM's refusal later. */
async function retry(em: EntityManager, { id, attempts }: Erasure, error: CrmError): Promise<Attempt> {
  await tables(em)
    .updateTable('crm_erasure')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), error: error.message }))
    .where('id', '=', id)
    .execute()
  const againInMs = error.waitMs ?? error.cooldownMs ?? retryInMs('crm', attempts)
  return { outcome: 'retry_scheduled', again: { againInMs } }
}
