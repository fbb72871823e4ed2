import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../db/checked-rows.ts'
import { backoffMs } from '../outbox/backoff.ts'
import { queueAgain } from '../outbox/job-queue.ts'
import type { Outcome } from './attempt.ts'
import { CrmError } from './crm-error.ts'
import { haltFor, isHalted } from './halt.ts'
import type { Crm, RemoteId } from './pipedrive.ts'
import { queueName } from './queue.ts'
import { defaultSettleMs } from './sync.ts'

export const eraseTask = 'erase-person'

/** What one of the person's records became in the CRM. */
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

/** Moves erasures that are not queued yet into the queue. */
export async function relayErasures(pool: Pool): Promise<void> {
  await pool.query(
    `with marked as (update crm_erasure set enqueued_at = now() where enqueued_at is null returning id)
     select graphile_worker.add_job($1, json_build_object('id', id), queue_name => $2, job_key => id::text) from marked`,
    [eraseTask, queueName],
  )
}

/** Deletes a person from the CRM, and then the request to do so. Throws any error that is not the CRM's. */
export async function attemptErasure(
  pool: Pool,
  crm: Crm,
  id: string,
  settleMs: number = defaultSettleMs,
): Promise<Outcome> {
  const { rows } = await pool.query(
    `select id, email, subjects, attempts, extract(epoch from now() - created_at)::float8 * 1000 as age
       from crm_erasure where id = $1`,
    [id],
  )
  const [erasure] = erasures(rows)
  if (!erasure) return 'nothing to do'
  if (await isHalted(pool)) {
    await relayLater(pool, id)
    return 'paused'
  }
  try {
    for (const trace of erasure.subjects) await forget(crm, erasure, trace, settleMs)
    await pool.query('delete from crm_erasure where id = $1', [id])
    return 'erased'
  } catch (error) {
    if (!(error instanceof CrmError)) throw error
    return await follow(pool, erasure, error)
  }
}

const relayLater = (pool: Pool, id: string) =>
  pool.query('update crm_erasure set enqueued_at = null where id = $1', [id])

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

/** An erasure is retried until it succeeds: an operator can fix tomorrow what the CRM refuses today. */
async function follow(pool: Pool, { id, attempts }: Erasure, error: CrmError): Promise<Outcome> {
  await haltFor(pool, error)
  if (error.fault === 'credentials') {
    await relayLater(pool, id)
    return 'paused'
  }
  await pool.query('update crm_erasure set attempts = attempts + 1, error = $2 where id = $1', [id, error.message])
  const delayMs = error.waitMs ?? error.restMs ?? backoffMs(attempts)
  await queueAgain(pool, { task: eraseTask, queue: queueName, id, delayMs })
  return 'again later'
}
