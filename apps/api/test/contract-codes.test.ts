import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/migrate.ts'
import { startPrintApp } from './print.ts'
import { insertProof } from './proofs.ts'

const { db, ownerUrl, own, withKey, asStaff, cookieOf } = await startPrintApp()
const finding = (Code: string) => ({ Code, Severity: 'warning', Page: 1, Box: null, Detail: 'D', Remedy: 'R' })
const lint = { Severity: 'error', Found: 'Arial', Allowed: 'A', Remedy: 'R', Field: null, Line: 1, Column: 1 }
const proofs = { failed: '', ready: '' }

/** Rows as the release before stored them. */
beforeAll(async () => {
  await db.query("delete from schema_migration where name = 'contract-codes'")
  proofs.failed = await insertProof(db, {
    status: 'failed',
    failure_code: 'gave_up',
    failure_detail: 'It never finished.',
    price: null,
  })
  const checks = JSON.stringify([finding('text_on_fold'), finding('page_size_wrong'), finding('qr_wrong')])
  proofs.ready = await insertProof(db, { status: 'ready', checks, price: null })
  await db.query(`
    insert into print_proof_count (quarter, status, code, proofs) values (now(), 'failed', 'crashed', 3), (now(), 'ready', '', 4);
    insert into print_finding_count (quarter, code, severity, proofs) values (now(), 'imb_wrong', 'error', 5)`)
  await db.query(
    "insert into print_template (id, workspace_id, name, size, version) select 'tmpl_00000000000000000000', workspace_id, 'A', '6x9', 1 from print_key where id = $1",
    [own.Id],
  )
  await db.query(
    "insert into print_template_version (template_id, version, html, fields, lint) values ('tmpl_00000000000000000000', 1, '<p>', '[]', $1)",
    [JSON.stringify([{ Code: 'font_unknown', ...lint }])],
  )
  await db.query(
    "insert into record_change (id, group_id, record_type, action) values ($1, $1, 'desk_settings', 'update')",
    [randomUUID()],
  )
  await cookieOf('owner')
  await db.query(
    `insert into lead_view (id, staff_id, name, query)
     select $1, id, 'Spring', 'stage=won&cameBy=last.campaign%3Dspring' from staff_user limit 1`,
    [randomUUID()],
  )
  await migrate(ownerUrl)
})

const read = async (url: string) => (await withKey({ method: 'GET', url })).json()

test('an old proof is served with the codes of the contract', async () => {
  expect(await read(`/v1/proofs/${proofs.failed}`)).toMatchObject({
    Failure: { Code: 'attempts_exhausted' },
    Checks: [],
  })
  const { Checks } = await read(`/v1/proofs/${proofs.ready}`)
  expect(Checks).toEqual([finding('text_on_fold'), finding('wrong_page_size'), finding('qr_mismatch')])
})

test('an old template is served with the codes of the contract', async () => {
  expect((await read('/v1/templates/tmpl_00000000000000000000')).Lint).toEqual([{ Code: 'unknown_font', ...lint }])
})

test('figures and the log of changes keep what they counted and listed', async () => {
  const stats = (await asStaff({ method: 'GET', url: '/api/admin/print/stats?days=7' })).json()
  expect(stats.failures).toEqual([{ code: 'renderer_crashed', proofs: 3 }])
  expect(stats.findings).toEqual([{ code: 'imb_mismatch', severity: 'error', proofs: 5 }])
  const changes = await asStaff({ method: 'GET', url: '/api/admin/changes?recordType=lead_routing' })
  expect(changes.json()).toMatchObject([{ recordType: 'lead_routing', action: 'update' }])
})

test('an old view filters by the name of the contract', async () => {
  const views = await asStaff({ method: 'GET', url: '/api/admin/lead-views' })
  expect(views.json()).toMatchObject([{ query: 'stage=won&attribution=last.campaign%3Dspring' }])
})
