import { sql } from 'kysely'
import { retryInMs } from '../../jobs/job-kinds.ts'
import type { RemoteTrace } from '../../entities/crm.entity.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { Attempt } from './attempt.ts'
import { CrmError, type Crm, type RemoteId, type Subject } from './pipedrive.ts'
import { haltFor, isHalted } from './halt.ts'
import { defaultSettleMs } from './sync.ts'

/** An erasure, and its age in milliseconds. */
const readErasure = (em: EntityManager, id: string) =>
  tables(em)
    .selectFrom('crm_erasure')
    .select(['id', 'email', 'subjects', 'attempts'])
    .select((eb) => sql<number>`extract(epoch from now() - ${eb.ref('createdAt')})::float8 * 1000`.as('age'))
    .where('id', '=', id)
    .executeTakeFirst()

type Erasure = NonNullable<Awaited<ReturnType<typeof readErasure>>>

/** Deletes a person from the CRM, and then the erasure request. Rethrows errors that did not come from the CRM. */
export async function attemptErasure(
  em: EntityManager,
  crm: Crm,
  id: string,
  settleMs: number = defaultSettleMs,
): Promise<Attempt> {
  const erasure = await readErasure(em, id)
  if (!erasure) return { outcome: 'noop' }
  if (await isHalted(em)) return pause(em, id)
  try {
    for (const trace of erasure.subjects) await forget(crm, erasure, trace, settleMs)
    await tables(em).deleteFrom('crm_erasure').where('id', '=', id).execute()
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
  const id = trace.id ?? (await crm.find(kind, kind === 'person' ? email : title))
  if (id === undefined) {
    // The CRM's search finds a new record only after a while.
    const waitMs = settleMs - age
    if (waitMs > 0) throw new CrmError('passing', 'The CRM may not show its newest records yet.', { waitMs })
    return
  }
  if (kind !== 'person') await forgetNotes(crm, { kind, id })
  await crm.delete(kind, id)
}

async function forgetNotes(crm: Crm, subject: Subject): Promise<void> {
  const deleted = new Set<RemoteId>()
  for (;;) {
    const note = await crm.findNote(subject)
    if (note === undefined || deleted.has(note)) return
    await crm.delete('note', note)
    deleted.add(note)
  }
}

/** An erasure is retried until it succeeds: an operator may fix the cause of the CRM's refusal later. */
async function retry(em: EntityManager, { id, attempts }: Erasure, error: CrmError): Promise<Attempt> {
  await tables(em)
    .updateTable('crm_erasure')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), error: error.message }))
    .where('id', '=', id)
    .execute()
  const againInMs = error.waitMs ?? error.cooldownMs ?? retryInMs('crm', attempts)
  return { outcome: 'retry_scheduled', again: { againInMs } }
}
