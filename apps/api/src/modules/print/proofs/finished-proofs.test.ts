import { expect, onTestFinished, test } from 'vitest'
import { databaseForProofs, insertProof } from '../../../../test/proofs.ts'
import { finishedProofs } from './finished-proofs.ts'

const { db, pool, url } = await databaseForProofs()

test('each of two callers that wait for one proof hears of its end, and one that leaves takes nobody along', async () => {
  const proofs = finishedProofs({ databaseUrl: url, pool: async () => pool, onFailure: () => {} })
  onTestFinished(() => proofs.close())
  const id = await insertProof(db)
  const [first, second, leaving] = [1, 2, 3].map(() => proofs.wait(id, 600_000))
  leaving?.stop()
  await db.query(`update print_proof set status = 'ready' where id = $1`, [id])
  await db.query(`select pg_notify('print_done', $1)`, [id])
  await expect(Promise.all([first?.over, second?.over])).resolves.toEqual([undefined, undefined])
})
