import type { PrintCheck, Proof } from '@app/contract'
import { type ProofFailureCode, proofFailures } from '@app/print-engine/failures'
import { sql } from 'kysely'
import { columns, now } from '../../../db/sql.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { doneChannel } from '../proofs/finished-proofs.ts'
import { PrintProofEntity, type StoredPage } from '../../../entities/print.entity.ts'

/** A proof, and the attempt that must be its latest. Without an attempt, any matches. */
export type EndedProof = { id: string; attempts?: number }

const ofAttempt = (em: EntityManager, { id, attempts }: EndedProof) =>
  tables(em)
    .updateTable('print_proof')
    .where('id', '=', id)
    .where('status', '=', 'rendering')
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts ?? 0))

/**
 * Begins an attempt: reads the proof's input and increments its attempt number. Only the latest attempt may set the
 * result, so a renderer that recovers from a hang changes nothing. Undefined when the proof is finished or deleted.
 */
export const claimProof = (em: EntityManager, id: string) =>
  ofAttempt(em, { id })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .returning(['id', 'workspace', 'caller', 'size', 'postalClass', 'request', 'attempts'])
    .returning((eb) => sql<number>`(extract(epoch from now() - ${eb.ref('createdAt')}) * 1000)::float8`.as('ageMs'))
    .executeTakeFirst()

export type ClaimedProof = NonNullable<Awaited<ReturnType<typeof claimProof>>>

/** Releases a proof without counting the attempt: the renderer stopped, or had no browser. */
export async function releaseProof(em: EntityManager, proof: ClaimedProof): Promise<void> {
  await ofAttempt(em, proof)
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .execute()
}

/** The columns that the renderer sets on a finished proof. */
export interface Outcome {
  pdfHash: string
  pages: StoredPage[]
  checks: PrintCheck[]
  spans: Record<string, number>
  /** Ignored if the proof already has a price, because a quoted price never changes. */
  price: Proof['Price'] | null
}

/** Finishes a proof, unless another renderer has taken it, and announces it. Returns whether it did. */
export async function finishProof(em: EntityManager, proof: ClaimedProof, outcome: Outcome): Promise<boolean> {
  const { pdfHash, pages, checks, spans, price } = outcome
  const finished = await ofAttempt(em, proof)
    .set((eb) => ({
      status: 'ready',
      pdfHash,
      pages,
      checks: sql<PrintCheck[]>`${eb.ref('checks')} || ${JSON.stringify(checks)}::jsonb`,
      spans,
      price: eb.fn.coalesce('price', sql<Proof['Price']>`${price && JSON.stringify(price)}::jsonb`),
      finishedAt: now,
    }))
    .returning(announced)
    .executeTakeFirst()
  return finished !== undefined
}

/** Updates related rows in the transaction that finishes a proof. */
export type OnFinished = (transaction: EntityManager, id: string) => Promise<void>

/** Fails a proof, unless another renderer has taken it. */
export async function failProof(em: EntityManager, proof: EndedProof, code: ProofFailureCode): Promise<boolean> {
  const failed = await ofAttempt(em, proof)
    .set({ status: 'failed', failureCode: code, failureDetail: proofFailures[code], finishedAt: now })
    .returning(announced)
    .executeTakeFirst()
  return failed !== undefined
}

/** Waiting callers are notified when the statement commits. */
const announced = sql`pg_notify(${doneChannel}, ${columns(PrintProofEntity).id})`.as('announced')
