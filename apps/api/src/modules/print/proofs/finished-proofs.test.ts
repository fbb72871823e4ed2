import { expect, onTestFinished, test } from 'vitest'
import { databaseForProofs, insertProof } from '../../../../test/proofs.ts'
import { finishedProofs } from './finished-proofs.ts'

const { db, pool, url } = await databaseForProofs()

test('each of two callers that wait for one proof gets its result', async () => {
  const proofs = finishedProofs({ databaseUrl: url, pool: async () => pool, onFailure: () => {} })
  onTestFinished(() => proofs.close())
  const id = await insertProof(db)
  const both = Promise.all([proofs.wait(id, 600_000), proofs.wait(id, 600_000)])
  await db.query(`update print_proof set status = 'ready' where id = $1`, [id])
  await db.query(`select pg_notify('print_done', $1)`, [id])
  await expect(both).resolves.toEqual([undefined, undefined])
})
