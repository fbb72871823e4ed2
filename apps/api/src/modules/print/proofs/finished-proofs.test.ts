import { expect, onTestFinished, test } from 'vitest'
import { databaseForProofs, insertProof } from '../../../../test/proofs.ts'
import { finishedProofs } from './finished-proofs.ts'

const { db, pool, url } = await databaseForProofs()

const waiting = () => {
  const proofs = finishedProofs({ databaseUrl: url, pool: async () => pool, onFailure: () => {} })
  onTestFinished(() => proofs.close())
  return proofs
}

test('each of two callers that wait for one proof is woken when it is finished', async () => {
  const proofs = waiting()
  const id = await insertProof(db)
  const both = Promise.all([proofs.wait(id, 600_000), proofs.wait(id, 600_000)])
  await db.query(`update print_proof set status = 'ready' where id = $1`, [id])
  await db.query(`select pg_notify('print_done', $1)`, [id])
  await expect(both).resolves.toEqual([undefined, undefined])
})

test('a proof that was finished before its caller waits is found without a notification', async () => {
  const id = await insertProof(db)
  await db.query(`update print_proof set status = 'ready' where id = $1`, [id])
  await expect(waiting().wait(id, 600_000)).resolves.toBeUndefined()
})
