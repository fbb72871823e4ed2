import { type ProofFailureCode, proofFailures } from '@app/print-engine'
import type { ClientBase, Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { doneChannel, queueChannel } from '../proof-queue.ts'

/** A renderer that dies holds its proofs no longer than this. */
const lease = `interval '30 seconds'`
const mostAttempts = 3
/** Proofs that other renderers may be taking at the same moment: those are skipped. */
const claimedBeside = 50

const Address = Type.Object({
  Name: Type.String(),
  AddressLine1: Type.String(),
  AddressLine2: Type.Optional(Type.String()),
  City: Type.String(),
  State: Type.String(),
  Zip: Type.String(),
})

/** What a proof is made of. Templates are named with the version that was current when it was asked for. */
const ProofParts = Type.Object({
  to: Address,
  from: Address,
  values: Type.Record(Type.String(), Type.String()),
  templates: Type.Array(Type.Object({ Id: Type.String(), Version: Type.Integer() })),
})

const ClaimedProof = Type.Object({
  id: Type.String(),
  keyId: Type.Union([Type.String(), Type.Null()]),
  size: Type.Enum(['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14']),
  postalClass: Type.Enum(['FirstClass', 'Standard']),
  request: ProofParts,
  /** Counts this one. Only the renderer that holds the latest attempt may say how it ended. */
  attempts: Type.Integer(),
})
export type ClaimedProof = Type.Static<typeof ClaimedProof>

const claimed = checkedRows(ClaimedProof)

/**
 * Takes waiting proofs, also those whose renderer died. The caller with the fewest proofs in work goes first, and among
 * those the one who was served the longest ago: nobody waits behind the thousand proofs of somebody else. It reads a few
 * proofs of each caller, however many wait: the index leads from one caller to the next.
 */
export async function claimProofs(pool: Pool, most: number): Promise<ClaimedProof[]> {
  const { rows } = await pool.query(
    `with recursive waiting (caller) as (
       (select caller from print_proof where status = 'rendering' order by caller limit 1)
       union all
       select (select caller from print_proof where status = 'rendering' and caller > waiting.caller order by caller limit 1)
         from waiting where waiting.caller is not null
     ), served as (
       select caller, count(*) filter (where status = 'rendering') as in_work, max(finished_at) as served_at
         from (select caller, status, finished_at from print_proof where claimed_until > now()
               union all
               select caller, status, finished_at from print_proof where finished_at > now() - interval '1 minute') as lately
        group by caller
     ), turn as (
       select proof.* from waiting cross join lateral (
         select id, caller, created_at, row_number() over (order by created_at, id) as place
           from print_proof
          where status = 'rendering' and caller = waiting.caller and attempts < ${mostAttempts}
            and (claimed_until is null or claimed_until <= now())
          order by created_at, id limit $1 + ${claimedBeside}
       ) as proof
     ), first as (
       select array(
         select id from turn left join served on served.caller = turn.caller
          order by coalesce(in_work, 0) + place, served_at nulls first, created_at, id limit $1 + ${claimedBeside}
       ) as ids
     ), next as (
       select proof.id
         from first join print_proof as proof on proof.id = any(first.ids)
        where proof.status = 'rendering' and (proof.claimed_until is null or proof.claimed_until <= now())
        order by array_position(first.ids, proof.id) limit $1 for update of proof skip locked
     )
     update print_proof as proof set claimed_until = now() + ${lease}, attempts = attempts + 1
       from next where proof.id = next.id
     returning proof.id, key_id as "keyId", size, postal_class as "postalClass", request, attempts`,
    [most],
  )
  return claimed(rows)
}

/** Whether callers asked for more proofs than so many in the last second. */
export async function areMoreThan(pool: Pool, perSecond: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select 1 from print_proof where created_at > now() - interval '1 second' offset $1 limit 1",
    [perSecond],
  )
  return rowCount === 1
}

/** Keeps proofs in work from being taken by another renderer. */
export async function renewLeases(pool: Pool, proofs: Iterable<ClaimedProof>): Promise<void> {
  const held = [...proofs]
  await pool.query(
    `update print_proof as proof set claimed_until = now() + ${lease}
       from unnest($1::text[], $2::int[]) as held (id, attempts)
      where proof.id = held.id and proof.attempts = held.attempts and proof.status = 'rendering'`,
    [held.map(({ id }) => id), held.map(({ attempts }) => attempts)],
  )
}

/** Lets another renderer take the proof, after these seconds at the earliest. */
export async function giveBack(
  pool: Pool,
  { id, attempts }: ClaimedProof,
  { afterSeconds = 0, isAttempt }: { afterSeconds?: number; isAttempt: boolean },
): Promise<void> {
  await pool.query(
    `with given as (
       update print_proof
          set claimed_until = case when $3 = 0 then null else now() + make_interval(secs => $3) end,
              attempts = attempts - $4::int
        where id = $1 and attempts = $2 and status = 'rendering'
        returning id
     )
     select pg_notify('${queueChannel}', '') from given`,
    [id, attempts, afterSeconds, isAttempt ? 0 : 1],
  )
}

/** What the renderer writes into the row of a proof that is ready. */
export interface Outcome {
  pdfHash: string
  pages: { Side: 'front' | 'back'; Width: number; Height: number; hash: string }[]
  checks: object[]
  spans: Record<string, number>
  /** Stored unless the proof has a price already: one that was given never changes. */
  price: object | null
}

/** Ends a proof, unless another renderer holds it by now, and says so to whoever waits. Returns whether it did. */
export async function finishProof(
  db: Pool | ClientBase,
  { id, attempts }: ClaimedProof,
  outcome: Outcome,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with done as (
       update print_proof
          set status = 'ready', pdf_hash = $3, pages = $4, checks = checks || $5::jsonb, spans = $6, price = coalesce(price, $7),
              finished_at = now(), claimed_until = null
        where id = $1 and attempts = $2 and status = 'rendering'
        returning id
     )
     select pg_notify('${doneChannel}', id) from done`,
    [
      id,
      attempts,
      outcome.pdfHash,
      JSON.stringify(outcome.pages),
      JSON.stringify(outcome.checks),
      JSON.stringify(outcome.spans),
      outcome.price ? JSON.stringify(outcome.price) : null,
    ],
  )
  return rowCount === 1
}

/** Ends a proof that cannot be made. */
export async function failProof(pool: Pool, { id, attempts }: ClaimedProof, code: ProofFailureCode): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with done as (
       update print_proof set status = 'failed', failure_code = $3, failure_detail = $4, finished_at = now(), claimed_until = null
        where id = $1 and attempts = $2 and status = 'rendering'
        returning id
     )
     select pg_notify('${doneChannel}', id) from done`,
    [id, attempts, code, proofFailures[code]],
  )
  return rowCount === 1
}

/** Fails the proofs whose renderers died as often as one is tried. Returns how many. */
export async function failAbandoned(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `with done as (
       update print_proof
          set status = 'failed', failure_code = 'gave_up', failure_detail = $1, finished_at = now(), claimed_until = null
        where status = 'rendering' and attempts >= ${mostAttempts} and claimed_until <= now()
        returning id
     )
     select pg_notify('${doneChannel}', id) from done`,
    [proofFailures.gave_up],
  )
  return rowCount ?? 0
}

/** Whether a failure of this attempt is the last one. */
export const isLastAttempt = ({ attempts }: ClaimedProof): boolean => attempts >= mostAttempts

const queueStates = checkedRows(Type.Object({ waiting: Type.Integer(), oldestSeconds: Type.Number() }))

/** How many proofs wait to be made or are being made, and how long the oldest has been waiting. */
export async function readQueue(pool: Pool) {
  const { rows } = await pool.query(
    `select count(*)::int as waiting,
            coalesce(extract(epoch from now() - min(created_at)), 0)::float as "oldestSeconds"
       from print_proof where status = 'rendering'`,
  )
  const [state] = queueStates(rows)
  return state ?? { waiting: 0, oldestSeconds: 0 }
}
