import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertLead, startApp } from '../../../../test/harness.ts'
import { addRenderer } from '../../../../test/print.ts'
import { inSeconds, insertProof } from '../../../../test/proofs.ts'

const { app, db, asStaff, makeStaff, countRows } = await startApp({ BUSINESS_TIME_ZONE: 'America/New_York' })

beforeEach(() =>
  db.query(
    'truncate print_key, print_proof, print_proof_count, print_finding_count, print_renderer, record_change, lead, message, inbox_item cascade',
  ),
)

/** Inserts a row; its values are SQL, keyed by column name. */
async function insert(table: string, row: Record<string, string>): Promise<void> {
  await db.query(`insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).join()})`)
}

/** A key that was created this many days ago. */
async function insertKey(changes: Record<string, string> = {}, daysAgo = 1): Promise<string> {
  const id = randomUUID()
  await insert('workspace', { id: `'${id}'`, mode: `'sandbox'` })
  await insert('print_key', {
    id: `'${id}'`,
    workspace_id: `'${id}'`,
    prefix: `'sandbox_0123'`,
    hash: `'\\x${randomBytes(32).toString('hex')}'`,
    scopes: `'{proofs}'`,
    created_at: `now() - interval '${daysAgo} days'`,
    expires_at: `now() - interval '${daysAgo} days' + interval '14 days'`,
    ...changes,
  })
  return id
}

const endProof = (id: string, changes: string) => db.query(`update print_proof set ${changes} where id = $1`, [id])

const checks = (...found: [code: string, severity: string][]) =>
  JSON.stringify(found.map(([Code, Severity]) => ({ Code, Severity })))

const stats = (days?: number) =>
  asStaff({ method: 'GET', url: `/api/admin/print/stats${days ? `?days=${days}` : ''}` }, 'viewer')

describe('getPrintStats', () => {
  test('200 without any proofs', async () => {
    const answer = await stats()
    expect(answer.statusCode).toBe(200)
    const none = Array.from({ length: 30 }, () => 0)
    expect(answer.json()).toEqual({
      from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ready: none,
      failed: none,
      failures: [],
      findings: [],
      renderTime: { proofs: 0, median: null, p95: null },
      queue: { waiting: 0, rendering: 0, oldestWaitingSeconds: 0 },
    })
  })

  test('200 counts a proof once, when it ends, with each code of its findings once, and still counts it after it is deleted', async () => {
    const ready = await insertProof(db, { checks: checks(['text_outside_safe_zone', 'warning']) })
    const failed = await insertProof(db)
    const waits = await insertProof(db)
    await endProof(waits, `turn = 1, attempts = 1`)
    await endProof(
      ready,
      `status = 'ready', finished_at = now(), checks = '${checks(
        ['text_outside_safe_zone', 'warning'],
        ['text_outside_safe_zone', 'warning'],
        ['image_resolution_low', 'error'],
      )}'`,
    )
    await endProof(failed, `status = 'failed', failure_code = 'timeout', finished_at = now()`)
    // A later change to a proof that has ended does not count.
    await endProof(ready, `description = 'again'`)
    await db.query('delete from print_proof')
    expect((await stats(7)).json()).toMatchObject({
      ready: [0, 0, 0, 0, 0, 0, 1],
      failed: [0, 0, 0, 0, 0, 0, 1],
      failures: [{ code: 'timeout', proofs: 1 }],
      findings: [
        { code: 'image_resolution_low', severity: 'error', proofs: 1 },
        { code: 'text_outside_safe_zone', severity: 'warning', proofs: 1 },
      ],
    })
  })

  test('200 with days of the business time zone, starting with the first proof', async () => {
    const midnight = `(now() at time zone 'America/New_York')::date::timestamp at time zone 'America/New_York'`
    await db.query(`
      insert into print_proof_count (quarter, status, code, proofs) values
        (${midnight}, 'ready', '', 2),
        (${midnight} - interval '15 minutes', 'ready', '', 3),
        (${midnight} - interval '6 days', 'ready', '', 5),
        (${midnight} - interval '6 days 15 minutes', 'ready', '', 7),
        (${midnight} - interval '1 day', 'failed', 'renderer_crashed', 1),
        (${midnight}, 'failed', 'timeout', 4)`)
    expect((await stats(7)).json()).toMatchObject({
      ready: [5, 0, 0, 0, 0, 3, 2],
      failed: [0, 0, 0, 0, 0, 1, 4],
      failures: [
        { code: 'timeout', proofs: 4 },
        { code: 'renderer_crashed', proofs: 1 },
      ],
    })
  })

  test('200 with the render times of a day, and the queue', async () => {
    for (const total of [100, 200, 300, 400, 500]) {
      const id = await insertProof(db)
      await endProof(id, `status = 'ready', finished_at = now(), spans = '{"total": ${total}}'`)
    }
    const old = await insertProof(db)
    await endProof(old, `status = 'ready', finished_at = now() - interval '25 hours', spans = '{"total": 9000}'`)
    const failed = await insertProof(db)
    await endProof(failed, `status = 'failed', finished_at = now(), spans = '{"total": 20000}'`)
    await insertProof(db, { created_at: inSeconds(-60) })
    await insertProof(db, { created_at: inSeconds(-90) })
    await insertProof(db, { created_at: inSeconds(-600), attempts: 1 })
    await addRenderer(db)
    await db.query('update print_renderer set in_work = 1')
    const { renderTime, queue } = (await stats()).json()
    expect(renderTime).toEqual({ proofs: 5, median: 300, p95: 480 })
    expect(queue).toMatchObject({ waiting: 2, rendering: 1 })
    expect(queue.oldestWaitingSeconds).toBeGreaterThanOrEqual(90)
    expect(queue.oldestWaitingSeconds).toBeLessThan(300)
  })
})

describe('listRenderers', () => {
  const add = (changes: Record<string, string>) =>
    insert('print_renderer', { id: 'gen_random_uuid()', version: `'1.0.0'`, confinement: `'isolated'`, ...changes })

  test('200 with renderers that reported recently, in the order in which they started', async () => {
    await add({ version: `'gone'`, seen_at: `now() - interval '11 seconds'` })
    await add({ version: `'second'`, confinement: `'none'`, reason: `'No user namespaces.'` })
    await add({ version: `'first'`, started_at: `now() - interval '1 hour'`, in_work: '2' })
    const answer = await asStaff({ method: 'GET', url: '/api/admin/print/renderers' }, 'viewer')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject([
      { version: 'first', confinement: 'isolated', reason: null, inWork: 2 },
      { version: 'second', confinement: 'none', reason: 'No user namespaces.', inWork: 0 },
    ])
  })
})

const list = (query = '') => asStaff({ method: 'GET', url: `/api/admin/print/keys${query}` }, 'viewer')

describe('listSandboxKeys', () => {
  test('200 with the usage of each key, newest first, without the key itself', async () => {
    const older = await insertKey({}, 2)
    const newer = await insertKey({ last_used_at: 'now()' })
    await insertProof(db, { workspace_id: newer })
    await insertProof(db, { workspace_id: newer })
    await insertProof(db, { workspace_id: older })
    for (const deletedAt of ['null', 'now()']) {
      await insert('print_template', {
        id: `'tmpl_${randomBytes(10).toString('hex')}'`,
        workspace_id: `'${newer}'`,
        name: `'Spring'`,
        size: `'4.25x6'`,
        version: '1',
        deleted_at: deletedAt,
      })
    }
    await insert('print_asset', {
      id: `'asset_${randomBytes(10).toString('hex')}'`,
      workspace_id: `'${newer}'`,
      file_hash: `'${'a'.repeat(64)}'`,
      media_type: `'image/png'`,
      width: '1',
      height: '1',
      bytes: '1',
    })
    const answer = await list()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-total-count']).toBe('2')
    const [first, second] = answer.json()
    expect(first).toEqual({
      id: newer,
      prefix: 'sandbox_0123',
      state: 'active',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: expect.any(String),
      revokedAt: null,
      proofs: 2,
      templates: 1,
      assets: 1,
      leadId: null,
      leadName: null,
    })
    expect(second).toMatchObject({ id: older, proofs: 1, templates: 0, assets: 0, lastUsedAt: null })
  })

  test('200 with the lead of the key holder, unless it is spam', async () => {
    const leads = [randomUUID(), randomUUID()]
    await insertLead(db, { id: leads[0] })
    await insertLead(db, { id: leads[1], is_spam: true })
    await insertKey({ lead_id: `'${leads[0]}'` }, 1)
    await insertKey({ lead_id: `'${leads[1]}'` }, 2)
    expect((await list()).json()).toMatchObject([
      { leadId: leads[0], leadName: 'Dana Example' },
      { leadId: null, leadName: null },
    ])
  })

  test('200 page by page, or filtered by state: a revoked key stays revoked even after it would have expired', async () => {
    const states = { active: await insertKey(), expired: await insertKey({}, 15) }
    const ids = { ...states, revoked: await insertKey({ revoked_at: 'now()' }, 16) }
    const shown = (answer: Awaited<ReturnType<typeof list>>): string[][] =>
      answer.json().map(({ id, state }: { id: string; state: string }) => [state, id])
    for (const [state, id] of Object.entries(ids)) expect(shown(await list(`?state=${state}`))).toEqual([[state, id]])
    const first = await list('?limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await asStaff({ method: 'GET', url: next }, 'viewer')
    expect([shown(first).length, [...shown(first), ...shown(second)]]).toEqual([2, Object.entries(ids)])
    expect(second.headers.link).toBeUndefined()
  })
})

describe('revokeSandboxKey', () => {
  const revoke = (id: string, cookie: string) =>
    app.inject({ method: 'POST', url: `/api/admin/print/keys/${id}/revoke`, headers: { cookie } })

  test('200 for an editor: the key ends immediately, and the change log records who did it, once', async () => {
    const id = await insertKey()
    const { cookie } = await makeStaff('editor')
    const answer = await revoke(id, cookie)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id, state: 'revoked', revokedAt: expect.any(String) })
    const again = await revoke(id, cookie)
    expect(again.json()).toEqual(answer.json())
    const { rows } = await db.query('select action, actor, after from record_change')
    expect(rows).toEqual([
      {
        action: 'sandbox_key_revoke',
        actor: 'Staff editor',
        after: { prefix: 'sandbox_0123' },
      },
    ])
    expect((await db.query('select revoked_by from print_key')).rows).toEqual([{ revoked_by: 'Staff editor' }])
  })

  test('404 for a missing key, and nothing is logged', async () => {
    const { cookie } = await makeStaff()
    const answer = await revoke(randomUUID(), cookie)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'not_found' })
    expect(await countRows('record_change')).toBe(0)
  })
})
