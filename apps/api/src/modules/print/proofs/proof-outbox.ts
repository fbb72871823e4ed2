import type { ProofTemplate } from '@app/contract'
import { sql } from 'kysely'
import { isHouseTemplateId } from '@app/print-engine/house'
import { updateRows } from '../../../db/many-rows.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { PrintProofEntity } from '../../../entities/print.entity.ts'
import type { NewJob } from '../../../jobs/job-kinds.ts'

/** Prioritizes proofs whose callers wait for the response. */
const awaitedPriority = 1_000_000_000

/**
 * Takes proofs that are not queued yet. Networks take turns, regardless of how many proofs each has waiting: each proof
 * gets the turn after its network's last one, but none before the queue's current turn. Proofs of built-in templates
 * have their own queue.
 */
export async function takeProofs(transaction: EntityManager, limit: number): Promise<NewJob[]> {
  const db = tables(transaction)
  const waiting = db.selectFrom('print_proof').where('status', '=', 'rendering')
  const added = await waiting
    .select(['id', 'caller', 'isAwaited'])
    .select((eb) => sql<ProofTemplate[]>`${eb.ref('request')} -> 'templates'`.as('templates'))
    .where('turn', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (added.length === 0) return []
  const callers = [...new Set(added.map(({ caller }) => caller))]
  const current = await waiting.select((eb) => eb.fn.min('turn').as('turn')).executeTakeFirst()
  // A subquery per caller reads one index entry, regardless of how many proofs the caller has waiting.
  const lastTurns = await db
    .selectFrom(sql<{ caller: string }>`unnest(${callers}::text[])`.as<'asking'>(sql`asking (caller)`))
    .select((eb) => [
      'asking.caller',
      eb
        .selectFrom('print_proof')
        .select(({ fn }) => fn.max('turn').as('turn'))
        .where('status', '=', 'rendering')
        .whereRef('print_proof.caller', '=', 'asking.caller')
        .as('turn'),
    ])
    .execute()
  const turns = new Map(lastTurns.map(({ caller, turn }) => [caller, turn]))
  const first = current?.turn ?? 0
  const queued = added.map(({ id, caller, isAwaited, templates }) => {
    const last = turns.get(caller) ?? null
    const turn = last === null ? first : Math.max(first, last + 1)
    turns.set(caller, turn)
    const job = templates.every(({ Id }) => isHouseTemplateId(Id)) ? ('house_proof' as const) : ('proof' as const)
    return { id, turn, isAwaited, job }
  })
  await updateRows(transaction, PrintProofEntity, ['id', 'turn'], queued)
  return queued.map(({ id, turn, isAwaited, job }) => ({
    job,
    payload: { id },
    priority: (isAwaited ? awaitedPriority : 0) - turn,
  }))
}
