import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addAccount } from '../../../../test/customers.ts'
import { addMonth } from '../../../../test/production.ts'
import { databaseForProofs, inSeconds, insertProof } from '../../../../test/proofs.ts'
import { tables } from '../../../entities/database.ts'
import { deleteAsset, uploadAsset } from '../assets/assets.service.ts'
import { namedNetwork } from '../caller.ts'
import { folderStore } from '../files/folder-store.ts'
import { keepFiles, removeOrphaned, removeForgottenFiles } from '../files/file-store.ts'
import { printLimits } from '../print-limits.ts'
import { deleteEndedKeys, deleteExpiredProofs } from './proof-retention.ts'

const { db, orm } = await databaseForProofs()
const em = orm.em.fork()
const folder = mkdtempSync(path.join(tmpdir(), 'files-'))
const store = folderStore(folder)
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => db.query('delete from print_proof; delete from print_key'))

const filesLeft = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const over = inSeconds(-1)
const ready = async (changes: Record<string, unknown> = {}, text: string = randomUUID()) => {
  const [pdf, png] = [await store.put(Buffer.from(`pdf ${text}`)), await store.put(Buffer.from(`png ${text}`))]
  const pages = JSON.stringify([{ Side: 'front', Width: 1, Height: 1, hash: png }])
  const id = await insertProof(db, { status: 'ready', pdf_hash: pdf, pages, ...changes })
  return { id, hashes: [pdf, png] }
}
const makeOld = (hash: string) => {
  const old = inSeconds(-7_200)
  utimesSync(path.join(folder, hash.slice(0, 2), hash.slice(2, 4), hash), old, old)
}
const idsLeft = async () =>
  (await db.query<{ id: string }>('select id from print_proof order by id')).rows.map(({ id }) => id)

test('an expired proof is deleted with its files', async () => {
  const ended = await ready({ expires_at: over })
  const kept = await ready()
  expect(await deleteExpiredProofs(em, store)).toBe(1)
  expect(await idsLeft()).toEqual([kept.id])
  expect(filesLeft().toSorted()).toEqual(kept.hashes.toSorted())
  expect(filesLeft()).not.toContain(ended.hashes[0])
})

test('a piece whose print file is deleted keeps its charge, but nothing that may identify the person', async () => {
  const { live } = await addAccount(db)
  const id = await addMonth(db, live.workspace, 2, '4.25x6')
  const [ended, kept] = [await ready({ expires_at: over }), await ready()]
  await db.query(
    `update piece set description = 'For Dana', metadata = '{"customer": "Dana Sample"}',
            proof_id = case id when $1 then $2 else $3 end`,
    [id, ended.id, kept.id],
  )
  const shown = async () =>
    (
      await db.query(
        `select routing, description, metadata, proof_id, status, price::int, tracking is not null as is_tracked
           from piece order by proof_id nulls first`,
      )
    ).rows
  const untouched = (await shown()).find(({ proof_id: proof }) => proof === kept.id)
  await deleteExpiredProofs(em, store)
  const rest = { status: 'delivered', price: 6_800, is_tracked: true }
  expect(await shown()).toEqual([{ routing: '', description: null, metadata: {}, proof_id: null, ...rest }, untouched])
  expect(untouched).toMatchObject({ routing: '74104', description: 'For Dana', metadata: { customer: 'Dana Sample' } })
  const { rows: charges } = await db.query('select piece_id, amount::int from ledger_entry')
  expect(charges).toEqual([{ piece_id: id, amount: 13_600 }])
})

test('a file that another proof references is kept', async () => {
  await ready({ expires_at: over }, 'same')
  const kept = await ready({}, 'same')
  await deleteExpiredProofs(em, store)
  expect(filesLeft()).toEqual(expect.arrayContaining(kept.hashes))
})

test('a file that was just stored for a row still to be inserted is never removed', { tags: ['R58'] }, async () => {
  const hash = await store.put(Buffer.from('of a proof that ended, and again of one that is being made'))
  let removing: Promise<number> | undefined
  const id = await orm.em.fork({ useContext: false }).transactional(async (transaction) => {
    await keepFiles(transaction)
    // A store that takes a large file may be slow, and the database would end the transaction meanwhile.
    const limit = await transaction.execute('show idle_in_transaction_session_timeout')
    expect(limit).toEqual([{ idle_in_transaction_session_timeout: '15min' }])
    removing = removeOrphaned(em, store, [hash])
    // The other side requests the lock before this query returns.
    await transaction.execute('select 1')
    return insertProof(db, { status: 'ready', pdf_hash: hash })
  })
  expect(await removing).toBe(0)
  expect(await idsLeft()).toEqual([id])
  expect(filesLeft()).toContain(hash)
})

test('a slow file store holds no connection, and a file removed before a row references it is stored again', async () => {
  const open = `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
  const connections: unknown[] = []
  let puts = 0
  const slow = {
    ...store,
    async put(bytes: Uint8Array) {
      const hash = await store.put(bytes)
      puts += 1
      if (puts > 1) return hash
      connections.push(...(await db.query(open)).rows)
      await removeOrphaned(em, store, [hash])
      return hash
    },
  }
  const caller = { ...namedNetwork('192.0.2.1', ['secret']), workspaceId: (await addAccount(db)).live.workspace }
  const limits = printLimits(orm.em.fork(), 60)
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await uploadAsset(orm.em.fork(), { store: slow, caller, idempotencyKey: 'once', limits }, image)
  expect(connections).toEqual([])
  const { rows } = await db.query('select file_hash from print_asset')
  expect(rows.map(({ file_hash: hash }) => filesLeft().includes(hash))).toEqual([true])
})

test('an asset is deleted even if the database closes the connection while its file is removed', async () => {
  const { workspace } = (await addAccount(db)).live
  const hash = await store.put(Buffer.from('of an asset'))
  const asset = { id: `asset_${'1'.repeat(20)}`, workspace, fileHash: hash, mediaType: 'image/png', bytes: 11 } as const
  await tables(em).insertInto('print_asset').values(asset).execute()
  const slow = {
    ...store,
    async remove(file: string) {
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
                       where datname = current_database() and state like 'idle in transaction%'`)
      await store.remove(file)
    },
  }
  await deleteAsset(em, slow, workspace, asset.id)
  expect(filesLeft()).not.toContain(hash)
})

test('files of a process that died before it referenced them are removed, but recent ones are kept', async () => {
  const [old, young] = [await store.put(Buffer.from('old')), await store.put(Buffer.from('young'))]
  const named = await ready()
  for (const hash of [old, ...named.hashes]) makeOld(hash)
  expect(await removeForgottenFiles(em, store)).toBeGreaterThanOrEqual(1)
  expect(filesLeft()).toEqual(expect.arrayContaining([young, ...named.hashes]))
  expect(filesLeft()).not.toContain(old)
})

test('a key is deleted a month after it ended, with its templates and images', async () => {
  const insertKey = async (endedDays: number) => {
    const { rows } = await db.query<{ id: string }>(
      `with sandbox as (insert into workspace (id, mode) values ($1, 'sandbox') returning id)
       insert into print_key (id, workspace_id, prefix, hash, scopes, expires_at)
       select id, id, 'sandbox_0000', $2, '{proofs}', now() - make_interval(days => $3) from sandbox returning id`,
      [randomUUID(), Buffer.from(randomUUID()), endedDays],
    )
    const hash = await store.put(Buffer.from(`image ${endedDays}`))
    await db.query(
      `insert into print_asset (id, workspace_id, file_hash, media_type, width, height, bytes)
       values ($1, $2, $3, 'image/png', 1, 1, 1)`,
      [`asset_${randomUUID().slice(0, 8)}`, rows[0]?.id, hash],
    )
    return { id: rows[0]?.id, hash }
  }
  const ended = await insertKey(31)
  const kept = await insertKey(29)
  expect(await deleteEndedKeys(em, store)).toBe(1)
  const { rows } = await db.query('select id from print_key')
  expect(rows).toEqual([{ id: kept.id }])
  expect(filesLeft()).toContain(kept.hash)
  expect(filesLeft()).not.toContain(ended.hash)
})
