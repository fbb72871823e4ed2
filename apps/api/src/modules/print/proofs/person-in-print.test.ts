import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertLead } from '../../../../test/harness.ts'
import { addWaiting, bare } from '../../../../test/production.ts'
import { databaseForProofs, insertProof } from '../../../../test/proofs.ts'
import { erasePerson, exportPerson } from '../../privacy/person.ts'

const { orm, db } = await databaseForProofs()
const hash = (letter: string) => letter.repeat(64)
const address = { AddressLine1: '1 Elm St', City: 'Tulsa', State: 'OK', Zip: '74104-0199' }
const request = (name: string, values: Record<string, string> = {}) =>
  JSON.stringify({
    to: { Name: name, ...address },
    from: { Name: 'A Shop', ...address, Zip: '89509' },
    values,
    templates: [],
  })

async function insertKey(leadId: string | null): Promise<string> {
  const id = randomUUID()
  await db.query(`insert into workspace (id, mode) values ($1, 'sandbox')`, [id])
  await db.query(
    `insert into print_key (id, workspace_id, prefix, hash, scopes, expires_at, lead_id)
     values ($1, $1, 'sandbox_0000', $2, '{proofs}', now() + interval '1 day', $3)`,
    [id, Buffer.from(id), leadId],
  )
  return id
}
const idsLeft = async () => (await db.query<{ id: string }>('select id from print_proof')).rows.map(({ id }) => id)

/** Proofs of a person with a key, of one who only receives mail, and of another person with both. */
async function insertAll() {
  await db.query('delete from print_proof; delete from workspace; delete from sample_request; delete from lead')
  const lead = randomUUID()
  await insertLead(db, { id: lead, email: 'dana@example.com' })
  const key = await insertKey(lead)
  await db.query(
    `insert into print_asset (id, workspace_id, file_hash, media_type, width, height, bytes) values ('asset_1', $1, $2, 'image/png', 1, 1, 1)`,
    [key, hash('c')],
  )
  const pages = JSON.stringify([{ Side: 'front', Width: 1, Height: 1, hash: hash('b') }])
  return {
    ofKey: await insertProof(db, {
      workspace_id: key,
      request: request('Somebody'),
      pdf_hash: hash('a'),
      pages,
      status: 'ready',
    }),
    withEmail: await insertProof(db, { request: request('Somebody', { contact: 'DANA@example.com' }) }),
    toHer: await insertProof(db, { request: request('DANA SAMPLE') }),
    ofOther: await insertProof(db, {
      workspace_id: await insertKey(null),
      request: request('Marcus Sample', { a: 'x@example.com' }),
    }),
  }
}

test('the export contains the keys of the person and every proof with their name or email', async () => {
  const { ofKey, withEmail, toHer } = await insertAll()
  const { print } = await exportPerson(orm.em.fork(), { email: 'Dana@example.com' })
  expect(print.proofs).toHaveLength(2)
  const wanted = [ofKey, withEmail].map((id): unknown => expect.objectContaining({ id }))
  expect(print.proofs).toEqual(expect.arrayContaining(wanted))
  expect(print.keys).toHaveLength(1)
  expect(print.images).toMatchObject([{ id: 'asset_1' }])
  expect(JSON.stringify(print)).not.toContain('Marcus')
  const recipient = await exportPerson(orm.em.fork(), { email: 'none@example.com', name: 'Dana Sample', zip: '74104' })
  expect(recipient.print.proofs).toMatchObject([{ id: toHer }])
})

test('a sample request identifies the person as a recipient', async () => {
  const { toHer } = await insertAll()
  await db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type, source)
     values ($1, 'Dana', 'Sample', 'else@example.com', 'a', 'b', 'OK', '74104', 'both', 'x')`,
    [randomUUID()],
  )
  const { print } = await exportPerson(orm.em.fork(), { email: 'else@example.com' })
  expect(print.proofs).toMatchObject([{ id: toHer }])
})

test('the erasure deletes these records, returns the file hashes, and keeps those of others', async () => {
  const { ofOther, toHer } = await insertAll()
  const { print } = await erasePerson(orm.em.fork(), { email: 'dana@example.com' })
  expect(print.proofs).toBe(2)
  expect(print.hashes.toSorted()).toEqual([hash('a'), hash('b'), hash('c')])
  expect((await idsLeft()).toSorted()).toEqual([ofOther, toHer].toSorted())
  expect((await db.query('select 1 from print_key')).rows).toHaveLength(1)
  expect((await db.query('select 1 from print_asset')).rows).toHaveLength(0)
  await erasePerson(orm.em.fork(), { email: 'none@example.com', name: 'Dana Sample', zip: '74104-9999' })
  expect(await idsLeft()).toEqual([ofOther])
})

test('the proofs of a person are found among more rows than one statement reads', async () => {
  const { ofOther } = await insertAll()
  await db.query(
    `insert into print_proof select (jsonb_populate_record(print_proof, jsonb_build_object('id', 'proof_' || lpad(n::text, 20, '0'),
            'description', case when n % 1050 = 0 then 'For Dana Sample' end))).*
       from print_proof cross join generate_series(1, 2100) as n where id = $1`,
    [ofOther],
  )
  const before = (await idsLeft()).length
  const { print } = await erasePerson(orm.em.fork(), { email: 'dana@example.com', name: 'Dana Sample' })
  expect(print.proofs).toBe(5)
  expect(await idsLeft()).toHaveLength(before - 5)
})

test('mail to another person with the same name is kept, and a proof with that name is deleted', async () => {
  const { toHer } = await insertAll()
  await insertLead(db, { id: randomUUID(), first_name: 'Dana', last_name: 'Sample', email: 'sample@example.com' })
  await addWaiting(db, bare(1))
  await db.query('update piece set proof_id = $1', [toHer])
  const other = await insertProof(db, { request: request('Dana Sample') })
  await erasePerson(orm.em.fork(), { email: 'sample@example.com' })
  const left = await idsLeft()
  expect([left.includes(toHer), left.includes(other)]).toEqual([true, false])
})
