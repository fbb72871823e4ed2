import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import * as Type from 'typebox'
import { checkedRows } from '../../../db/checked-rows.ts'
import { runPrepared, columns, table } from '../../../db/sql.ts'
import { keepListening } from '../../../db/listen.ts'
import { PrintProofEntity } from '../../../entities/print.entity.ts'

/** Announces finished proofs. The payload is the proof's id. */
export const doneChannel = 'print_done'

/** Maximum delay after a notification that was lost or sent too early. */
const pollMs = 1_000

const { id, status } = columns(PrintProofEntity)
const finishedAmong = (ids: string[]) => sql`
  select ${id} as id from ${table(PrintProofEntity)} where ${id} = any(${ids}) and ${status} <> 'rendering'`
const finished = checkedRows(Type.Object({ id: Type.String() }))

interface Settings {
  databaseUrl: string
  pool: () => Promise<Pool>
  onFailure: (error: unknown) => void
}

/**
 * Waits for proofs on behalf of callers. All callers of an instance share one listening connection, which opens with
 * the first of them, so a waiting request needs no connection of its own.
 */
export function finishedProofs({ databaseUrl, pool, onFailure }: Settings) {
  /** Several callers may wait for one proof, for example when a request is repeated. */
  const waiting = new Set<{ proof: string; stop: () => void }>()
  let stopListening: (() => Promise<void>) | undefined
  let polling: Promise<void> | undefined

  const wake = (finishedProof: string) => {
    for (const { proof, stop } of waiting) if (proof === finishedProof) stop()
  }

  const poll = async () => {
    const proofs = [...waiting].map(({ proof }) => proof)
    const rows = await runPrepared(await pool(), 'finished-proofs', finishedAmong(proofs))
    for (const { id: proof } of finished(rows)) wake(proof)
  }
  const pollWhileWaiting = async () => {
    while (waiting.size > 0) {
      await sleep(pollMs, undefined, { ref: false })
      if (waiting.size > 0) await poll().catch(onFailure)
    }
  }

  return {
    /** Resolves when the proof is finished, or after this time. */
    wait(proof: string, limitMs: number): Promise<void> {
      stopListening ??= keepListening(
        { databaseUrl, channels: [doneChannel], onNotification: (_channel, payload) => wake(payload) },
        onFailure,
      )
      const { promise, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, limitMs)
      const waiter = { proof, stop: resolve }
      waiting.add(waiter)
      polling ??= pollWhileWaiting().finally(() => (polling = undefined))
      return promise.finally(() => {
        clearTimeout(limit)
        waiting.delete(waiter)
      })
    },

    async close() {
      for (const { stop } of waiting) stop()
      await stopListening?.()
    },
  }
}
