import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startPostgres } from '@app/embedded-postgres'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { table } from './load/table.ts'
import { findChromium } from './product/chromium.ts'
import { answers, built, ensureFirstStaff, migrate, productEnvironment, spawnNode } from './product/index.ts'

// How long a member of staff takes for new leads by the keyboard alone: read, assign, note, next step and reply.
const leads = Number(process.env.DESK_LEADS || 25)
const limitSeconds = 300

/** An average skilled typist, as the keystroke-level model has it (Card, Moran and Newell, 1980). */
const keyMs = 200
/** Reading a message of one line. */
const readMs = 2_000
/** Deciding on what to do, before each action. */
const thinkMs = 500

const staff = { email: 'owner@example.com', password: 'known to everybody who reads this' }
const folder = mkdtempSync(path.join(tmpdir(), 'desk-'))
const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), throwaway: true })
const port = await freePort()
const origin = `http://localhost:${port}`
const environment = {
  ...productEnvironment(postgres.url, port),
  FIRST_STAFF_EMAIL: staff.email,
  FIRST_STAFF_PASSWORD: staff.password,
  // Replies wait in the outbox: no visitor and no member of staff waits for a mail server.
  SMTP_URL: 'smtp://127.0.0.1:9',
}
await migrate(environment)
await ensureFirstStaff(environment)
const api = spawnNode(built.server, environment, 'ignore')
if (!(await answers(`${origin}/readyz`, 15_000))) throw new Error('The API did not become ready')
const db = new pg.Client({ connectionString: postgres.url() })
await db.connect()
await db.query(
  `insert into lead (id, first_name, last_name, email, lead_source, source, message, created_at)
   select gen_random_uuid(), 'Dana', 'Example ' || n, n || '@example.com', 'Website', 'Main Website',
          'We mail about ' || n || ',000 postcards a month and need a price.', now() - make_interval(secs => n)
     from generate_series(1, $1) n`,
  [leads],
)

const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, env })
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
await context.request.post(`${origin}/api/login`, { form: staff, headers: { origin }, maxRedirects: 0 })
const template = { name: 'First reply', subject: 'Postcards for {{company|you}}', body: 'Hello {{firstName}}, ...' }
await context.request.post(`${origin}/api/admin/reply-templates`, { data: template, headers: { origin } })

/** Presses keys as a person does, counts them, and keeps how long the app let that person wait. */
function person(page: Page) {
  const counted = { keys: 0, waitedMs: 0 }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      // A chord is as many keys as it has.
      const presses = key.split('+').length
      counted.keys += presses
      await pause(presses * keyMs)
      await page.keyboard.press(key)
    }
  }
  return {
    counted,
    press,
    type: (text: string) => press(...text.split('')),
    think: () => pause(thinkMs),
    read: () => pause(readMs),
    waitFor: async (what: { waitFor: () => Promise<void> }) => {
      const begun = performance.now()
      await what.waitFor()
      counted.waitedMs += performance.now() - begun
    },
  }
}

try {
  const page = await context.newPage()
  await page.goto(`${origin}/admin/leads`)
  await page.locator('[data-row]').first().waitFor()
  const { counted, press, type, think, read, waitFor } = person(page)
  const panel = page.getByRole('dialog', { name: 'Lead' })
  const toast = page.getByRole('region', { name: 'Notification' })
  const begun = performance.now()

  await think()
  await press('Shift+A', 'a')
  await waitFor(page.getByRole('dialog', { name: /^Assign/ }).getByLabel('Owner'))
  await press('Control+Enter')
  await waitFor(toast.getByText(/assigned to/))
  await press('Escape', 'j', 'Enter')
  for (let lead = 1; lead <= leads; lead += 1) {
    await waitFor(panel.getByText(`We mail about ${lead},000`))
    await read()
    await think()
    await press('n')
    await type('Wants a price')
    await press('Control+Enter')
    await waitFor(panel.getByRole('listitem').getByText('Wants a price'))
    await think()
    await press('s')
    await type('Call')
    await press('Tab')
    await type('12012027')
    await press('Control+Enter')
    await waitFor(toast.getByText('Lead updated successfully'))
    await think()
    await press('r')
    await waitFor(panel.getByLabel('Template'))
    await type('F')
    await press('Control+Enter')
    await waitFor(toast.getByText('The reply is on its way'))
    await press('j')
  }
  const seconds = (performance.now() - begun) / 1000

  const { rows } = await db.query(`
    select count(*)::int as done from lead
     where owner_id is not null and next_step = 'Call' and next_step_on = '2027-12-01'
       and exists (select from lead_event where lead_id = lead.id and kind = 'note')
       and exists (select from message where lead_id = lead.id and channel = 'mail')`)
  assert.equal(rows[0].done, leads, 'Each lead is assigned, noted, planned and replied to')
  const verdict = seconds <= limitSeconds ? 'passed' : 'TOO SLOW'
  console.log(
    `\n${table([
      {
        leads,
        keys: counted.keys,
        'keys a lead': (counted.keys / leads).toFixed(1),
        seconds: seconds.toFixed(0),
        'of these waiting for the app': (counted.waitedMs / 1000).toFixed(1),
        'limit s': limitSeconds,
        verdict,
      },
    ])}\n`,
  )
  if (verdict !== 'passed') process.exitCode = 1
} finally {
  await browser.close()
  await db.end()
  api.kill('SIGTERM')
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
