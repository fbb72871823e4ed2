import { afterAll, describe, expect, test } from 'vitest'
import { operationTable } from '@app/contract'
import { buildApp } from '../src/app.ts'
import { closeOrm, openOrm } from '../src/db/orm.ts'
import { entities } from '../src/entities/entities.ts'
import { addCustomer, headersFor } from './customers.ts'
import { answerOf, insertLead } from './harness.ts'
import { startPrintApp } from './print.ts'

const { app, config, db, makeStaff, own, finishedProof, postSample, sendCard } = await startPrintApp()

await insertLead(db)
await postSample()
const { cookie } = await makeStaff()
const proof = await finishedProof()
const assetId = `asset_${'0'.repeat(20)}`
await db.query(
  `insert into print_asset (id, workspace_id, file_hash, media_type, width, height, bytes) values ($1, $2, 'a', 'image/png', 1, 1, 1)`,
  [assetId, own.Id],
)
const leadId: string = (await db.query('select id from lead')).rows[0].id
// Has the lead's id, so that one URL works for all records.
const customer = await addCustomer(app, db, { id: leadId })
const piece = (await sendCard(customer.live.key)).json()
const [statement] = (await app.inject({ url: '/api/account/statements', headers: { cookie: customer.cookie } })).json()
/** Files are read only by their links. */
const links = new Map([
  ['getProofPdf', proof.pdf],
  ['getProofPage', proof.front],
])
const staffId: string = (await db.query('select id from staff_user')).rows[0].id
// Has the same id, so that one URL works for all records.
await db.query(
  `insert into campaign_link (id, code, target, label, campaign) values ($1, 'Ab3dEf7', '/', 'Spring card', 'Spring')`,
  [leadId],
)
await db.query('update sample_request set id = $1', [leadId])
await db.query(
  `insert into lead_import (id, file_name, staff_name, rows, skipped, sends_to_crm) values ($1, 'leads.csv', 'Staff', 1, 0, true)`,
  [leadId],
)
await db.query(
  `insert into message_target (id, name, kind, url, workspace_id) values ($1, 'T', 'webhook', 'https://a.example', $2)`,
  [leadId, customer.live.workspace],
)
await db.query(
  `insert into print_run (id, number, created_by, size, postal_class, stock, cutoff_at, pieces, sheets)
   values ($1, 1, 'Staff Example', '4.25x6', 'FirstClass', '110 lb', now(), 0, 0)`,
  [leadId],
)
await db.query(
  `insert into print_run_file (id, run_id, number, first_place, last_place, hash) select $1, $1, 1, 1, 1, pdf_hash from print_proof where pdf_hash is not null limit 1`,
  [leadId],
)

// A read also counts as a use of a session, a token, or a key, which is recorded after a minute.
await db.query(`update staff_session set seen_at = now() - interval '5 minutes'`)

// From here on, new connections to this database may only read.
const name = new URL(config.databaseUrl).pathname.slice(1)
await db.query(`alter database ${name} set default_transaction_read_only = on`)
const readOnlyOrm = await openOrm(config.databaseUrl, { entities, poolMax: 2 })
const readOnlyApp = await buildApp(config, readOnlyOrm)
afterAll(async () => {
  await readOnlyApp.close()
  await closeOrm(readOnlyOrm)
})

const addressOf = (id: string, url: string) =>
  links.get(id) ??
  url
    .replace('/proofs/:id', `/proofs/${proof.Id}`)
    .replace('/assets/:id', `/assets/${assetId}`)
    .replace('/v1/templates/:id', '/v1/templates/tmpl_spring_front')
    .replace('/pieces/:id', `/pieces/${piece.Id}`)
    .replace(':token', new URL(piece.TrackingUrl).searchParams.get('piece') ?? '')
    .replace(':month', statement.month)
    .replace('/staff/:id', `/staff/${staffId}`)
    .replace(':id', leadId)

/** Downloads are logged first, and fail when they cannot be logged. */
const recorded = new Set<string>([
  'exportLeads',
  'exportSampleRequests',
  'exportPerson',
  'exportAccountStatement',
  'exportPrintRunManifest',
  'getPrintRunFile',
])

const reads = operationTable.filter(
  ({ method, navigation, id }) => method === 'GET' && !navigation && !recorded.has(id),
)

/** These operations use queries files. A write in one of them fails here, because PostgreSQL rejects it. */
describe('on a connection that may only read', () => {
  test.each(reads.map(({ id, url, success, security }) => [id, url, success, security] as const))(
    '%s succeeds',
    async (id, url, success, security) => {
      const isOfPieces = /^\/v1\/(pieces|events|usage|webhooks)/.test(url)
      const answer = await answerOf(readOnlyApp, {
        method: 'GET',
        url: addressOf(id, url),
        headers: headersFor(
          { security },
          { cookie, member: customer.cookie, key: isOfPieces ? customer.live.key : own.Key },
        ),
      })
      expect(answer.statusCode).toBe(success)
    },
  )

  test.each(operationTable.filter(({ id }) => recorded.has(id)).map(({ id, url }) => [id, url] as const))(
    '%s does not start',
    async (id, url) => {
      const answer = await readOnlyApp.inject({ method: 'GET', url: addressOf(id, url), headers: { cookie } })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).not.toContain('dana@example.com')
    },
  )

  test('a write gets 503 until the database can write again', async () => {
    const payload = { name: 'Spring', type: 'postcard', active: true }
    const url = '/api/admin/sample-templates'
    const answer = await readOnlyApp.inject({ method: 'POST', url, headers: { cookie }, payload })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  })
})
