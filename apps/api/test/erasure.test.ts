import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUp } from '../src/backup.ts'
import { recountLeads } from '../src/modules/leads/lead-recount.ts'
import { anotherInstance, leadInput, sampleRequestInput, signIn } from './harness.ts'
import { addAccount, addMember } from './customers.ts'
import { logLines } from './log-lines.ts'
import { exampleOf } from './fuzz/answers.ts'
import {
  callsOf,
  email,
  firstName,
  lastName,
  leadsAndRequests,
  messages,
  name,
  print,
  traces,
  whatStaffKeep,
} from './planted-person.ts'
import { postcard, startPrintApp } from './print.ts'
import { insertProof } from './proofs.ts'

// Puts one person into every record that can contain them, through every feature, and erases them. No trace may remain.

const started = await startPrintApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
const { db, orm, config, ownerUrl, folder, makeAccount, countRows } = started
const campaigns = mkdtempSync(path.join(tmpdir(), 'erasure-'))
const app = await anotherInstance(config, {
  SMTP_URL: 'smtp://127.0.0.1:1',
  FILES_DIR: folder,
  CAMPAIGNS_DIR: campaigns,
  LOG_LEVEL: 'info',
})
const lines = logLines(app)
afterAll(async () => {
  await app.close()
  rmSync(campaigns, { recursive: true, force: true })
})

let calls: ReturnType<typeof callsOf>

interface Table {
  name: string
  /** Text columns that are long enough to contain a person. */
  texts: string[]
}

/** Every table of every schema except the system schemas. */
async function allTables(): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    select format('%I.%I', table_schema, table_name) as name,
           coalesce(array_agg(column_name::text) filter (
             where data_type in ('text', 'jsonb', 'json')
                or (data_type = 'character varying' and coalesce(character_maximum_length, 1000) >= 40)), '{}') as texts
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
     group by table_schema, table_name order by 1`)
  return rows
}

/**
 * A staff account is disabled instead of erased, a customer account names its invoice recipient, and a CRM erasure
 * contains the email until it is done. The others contain ids, networks, codes of the program, and figures derived from
 * leads. Nothing is planted in them, but they are searched anyway.
 */
const exempt =
  /^jobs\.|^public\.(staff_user|staff_session|customer_account|crm_erasure|schema_migration|record_trace|rate_limit|circuit_breaker|lead_fact|lead_fact_state|print_renderer)$/

/** Tables that still contain traces of the person. */
async function traced(): Promise<string[]> {
  const found: string[] = []
  for (const { name: table } of await allTables()) {
    const { rows } = await db.query<{ row: string }>(`select one::text as row from ${table} as one`)
    if (rows.some(({ row }) => traces.test(row))) found.push(table.replace(/^public\./, ''))
  }
  return found
}

const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(root, file))
    .filter((file) => statSync(file).isFile())

let erased: { lead: string; survivor: string }

beforeAll(async () => {
  calls = callsOf(app, await signIn(app, (await makeAccount('owner')).email))
  const notice = await messages(calls, started)
  erased = await leadsAndRequests(calls, started)
  await print(calls, started)
  await whatStaffKeep(calls, erased.lead)
  await notice()
  // Old enough to be counted in the facts.
  await db.query("update lead set created_at = created_at - interval '1 hour'")
  await recountLeads(orm.em.fork(), config.businessTimeZone)
  // Emails from before the merge.
  await insertProof(db, { request: JSON.stringify({ to: { Name: name }, from: {}, values: {}, templates: [] }) })
})

test('no table, file, log, or backup contains an erased person', async () => {
  const before = await traced()
  expect(before).toEqual(
    expect.arrayContaining([
      'campaign_link',
      'lead',
      'lead_fact',
      'lead_import',
      'lead_view',
      'message',
      'print_proof',
      'print_template',
      'print_template_version',
      'print_write',
      'record_change',
      'reply_template',
      'sample_request',
      'staff_invitation',
    ]),
  )
  const proofs = await countRows('print_proof')
  const answer = await calls.staff('POST', `people/${erased.lead}/erase`, { email })
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  expect(answer.json()).toMatchObject({ proofs })

  expect(await traced()).toEqual([])
  const survivor = (await calls.staff('GET', `leads/${erased.survivor}`)).json()
  expect(survivor).toMatchObject({
    email: 'q@example.com',
    pipeline: { nextStep: expect.stringContaining('[erased]') },
  })

  // Instances update their cache with their next read.
  await vi.waitFor(async () => {
    await app.inject('/q/nothere')
    for (const file of filesIn(campaigns)) expect(readFileSync(file, 'utf8')).not.toMatch(traces)
  }, 20_000)
  const { rows: assets } = await db.query('select file_hash from print_asset')
  expect(filesIn(folder).map((file) => path.basename(file))).toEqual(assets.map(({ file_hash: hash }) => hash))
  expect(lines.join('\n')).not.toMatch(traces)
  const backup = path.join(campaigns, 'all.backup')
  await backUp(ownerUrl, backup)
  // The account of the staff member who erased is kept.
  expect(gunzipSync(readFileSync(backup)).toString()).not.toMatch(traces)
})

/** An account with a member, and a run with a piece of theirs. */
async function customersAndPieces() {
  const { id, live } = await addAccount(db)
  await addMember(db, id, 'other-member@example.com')
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/v1/postcards',
    headers: { authorization: `Bearer ${live.key}` },
    payload: postcard({ DryRun: false }),
  })
  expect(statusCode).toBe(201)
  await db.query(`
    with run as (
      insert into print_run (id, number, created_by, size, postal_class, stock, cutoff_at, pieces, sheets)
      values (gen_random_uuid(), 1, 'Staff', '4.25x6', 'FirstClass', '110 lb', now(), 1, 1) returning id
    ), file as (
      insert into print_run_file (id, run_id, number, first_place, last_place) select gen_random_uuid(), id, 1, 1, 1 from run
    )
    insert into print_run_piece (id, run_id, piece_id, place, file, sheets)
    select gen_random_uuid(), run.id, piece.id, 1, 1, 1 from run, piece limit 1`)
  await db.query(`
    insert into scan_import (id, by, file_name, rows, moved, unchanged, unknown, invalid)
    values (gen_random_uuid(), 'Staff', 'scans.csv', 1, 0, 0, 1, 0)`)
}

/** Adds a row of another person, or of none, to each table with text columns. */
async function fillTables() {
  const { post, asStaff } = calls
  await post('/api/leads', leadInput({ email: 'other@example.com' }))
  await post('/api/print-samples', sampleRequestInput({ email: 'other@example.com' }))
  await asStaff('staff-invitations', { email: 'other@example.com', name: 'Other', role: 'viewer' })
  await asStaff('sample-templates', { name: 'Card', type: 'postcard', active: true })
  await asStaff('pricing/products', exampleOf('/api/admin/pricing/products', 'POST', 'application/json'))
  await insertProof(db, { status: 'ready' })
  await db.query(`
    insert into print_asset (id, workspace_id, file_hash, media_type, width, height, bytes)
    select 'asset_1', id, '1', 'image/png', 1, 1, 1 from workspace limit 1`)
  await customersAndPieces()
  await db.query(`insert into print_proof_count (quarter, status, code, proofs) values (now(), 'ready', '', 1)`)
  await db.query(`insert into print_finding_count (quarter, code, severity, proofs) values (now(), 'a', 'error', 1)`)
  await db.query(`
    insert into staff_passkey (id, staff_id, name, credential_id, public_key, counter, transports)
    select gen_random_uuid(), id, 'Phone', 'a', '', 0, '{}' from staff_user`)
  await db.query(`
    insert into staff_token (id, staff_id, name, prefix, hash, scopes, expires_at)
    select gen_random_uuid(), id, 'Report', '', '', '{}', now() from staff_user`)
}

test('an email is removed from any text in any table', async () => {
  await calls.post('/api/leads', leadInput({ firstName, lastName, email }))
  await fillTables()
  const planted: string[] = []
  const empty: string[] = []
  for (const { name: table, texts } of await allTables()) {
    if (exempt.test(table) || texts.length === 0) continue
    const { rowCount: rows } = await db.query(`select from ${table} limit 1`)
    if (!rows) empty.push(table)
    for (const column of texts) {
      // A record with the email would belong to the person, and hashes identify files.
      if (/^email$|hash$/.test(column) || !rows) continue
      // The contract allows an outcome, a pace, and a seed, but no text.
      if (table === 'public.piece' && column === 'test') continue
      // Columns whose constraint rejects the text cannot contain it.
      const { rowCount } = await db
        .query(
          `update ${table} as one set ${column} = (jsonb_populate_record(one, jsonb_build_object($1::text, case
             jsonb_typeof(to_jsonb(${column})) when 'array' then to_jsonb(${column}) || to_jsonb($2::text)
             when 'object' then to_jsonb(${column}) || jsonb_build_object('planted', $2::text)
             else to_jsonb($2::text) end))).${column}
            where ctid = (select max(ctid) from ${table})`,
          [column, `of ${email}`],
        )
        .catch(() => ({ rowCount: 0 }))
      if (rowCount) planted.push(`${table}.${column}`)
    }
  }
  // A new table needs a row above, so that its texts are checked, too.
  expect(empty).toEqual([])
  expect(planted.length).toBeGreaterThan(30)
  const { rows } = await db.query('select id from lead where email = $1', [email])
  const answer = await calls.staff('POST', `people/${rows[0].id}/erase`, { email })
  expect(answer.statusCode).toBe(200)
  expect(await traced()).toEqual([])
})
