import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '@app/embedded-postgres'
import type { Browser, Page } from '@playwright/test'
import type { Client } from 'pg'
import { axeFaults } from './accessibility.ts'
import { startMailServer } from './mail-server.ts'
import { type Product, startApi } from './product.ts'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

/** A webhook on a port of its own, which keeps the ids of what it takes, or says that it is gone for good. */
async function startWebhook() {
  const taken: string[] = []
  const state = { isGone: false }
  const server = createServer((incoming, outgoing) => {
    if (!state.isGone) taken.push(String(incoming.headers['webhook-id']))
    incoming.resume().once('end', () => outgoing.writeHead(state.isGone ? 410 : 204).end())
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}/hook`, taken, state, close: () => server.close() }
}

/** An API with an email server and a worker of its own, and a page whose visitor is signed in to it. */
async function withDesk(
  { browser, db, product }: { browser: Browser; db: Client; product: Product },
  address: string,
  use: (page: Page, mails: { to: string[]; raw: string }[]) => Promise<void>,
): Promise<void> {
  const mailServer = await startMailServer()
  const api = await startApi(product.connection, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'desk@example.com',
    WEBHOOK_PRIVATE_RANGES: '127.0.0.1',
    RUN_WORKER: 'true',
  })
  try {
    const page = await browser.newPage({ baseURL: api.origin })
    await page.goto(`/api/login?return_to=${address}`)
    await signIn(page, staff)
    await use(page, mailServer.mails)
    await page.close()
  } finally {
    await api.stop()
    await mailServer.close()
    await db.query('truncate notification_rule, reply_template, message, message_target, inbox_item cascade')
  }
}

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notification' })

test('a lead arrives in the inbox and by mail, and is replied to by mail', async ({ browser, db, product }) => {
  await withDesk({ browser, db, product }, '/admin/notifications?tab=rules', async (page, mails) => {
    const rule = page.getByRole('dialog', { name: 'Add rule' })
    for (const [way, shown] of [
      ['inbox', 'inbox'],
      ['mail', 'email'],
    ] as const) {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await rule.getByLabel('Notify by').selectOption(way)
      await rule.getByRole('button', { name: 'Add' }).click()
      await expect(page.getByText(`A lead arrives → ${shown}`)).toBeVisible()
    }
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('tab', { name: 'Reply Templates' }).click()
    await page.getByRole('button', { name: 'Add template' }).click()
    const template = page.getByRole('dialog', { name: 'Add template' })
    await template.getByLabel('Name').fill('First reply')
    await template.getByLabel('Subject').fill('Postcards for {{company|you}}')
    await template.getByRole('textbox', { name: 'Text' }).fill('Hello {{firstName}},\n\nthank you for asking.')
    expect(await axeFaults(page)).toEqual([])
    await template.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('listitem', { name: 'First reply' })).toBeVisible()

    const lead = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', company: 'Example Co' }
    const data = { ...lead, leadSource: 'Website', source: 'Main Website' }
    expect((await page.request.post('/api/leads', { data })).status()).toBe(201)
    await expect(page.getByRole('link', { name: 'Inbox 1 unread' })).toBeVisible()
    await expect.poll(() => mails.map(({ to }) => to)).toEqual([[staff.email]])
    expect(mails[0]?.raw).toContain('Subject: New lead: Dana Example, Example Co')

    await page.getByRole('link', { name: 'Inbox 1 unread' }).click()
    await expect(page.getByRole('listitem').getByText('Unread', { exact: true })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Dana Example, Example Co' }).click()
    const panel = page.getByRole('dialog', { name: 'Lead' })
    await expect(panel.getByRole('button', { name: 'Reply by email' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(panel.getByLabel('Template')).toBeFocused()
    await page.keyboard.type('First')
    await expect(panel.getByLabel('Subject')).toHaveValue('Postcards for Example Co')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(toastOf(page)).toContainText('Reply sent')
    await expect(panel.getByText('Email sent: Postcards for Example Co')).toBeVisible()
    const [, reply] = mails
    expect(reply?.to).toEqual(['dana@example.com'])
    expect(reply?.raw).toContain(`<${staff.email}>`)
    expect(reply?.raw).toContain('Hello Dana,')
    await expect(page.getByRole('link', { name: 'Inbox 0 unread', includeHidden: true })).toHaveCount(1)
    await page.goto('/admin/settings?tab=messages')
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
    expect(await axeFaults(page)).toEqual([])

    // The requester gets a mail once the samples are sent.
    const asked = { ...lead, addressLine1: '12 Example Street', city: 'Cambridge', state: 'MA', zip: '02138' }
    const request = { ...asked, sampleType: 'both', phone: null }
    expect((await page.request.post('/api/print-samples', { data: request })).status()).toBe(201)
    await page.goto('/admin/samples?tab=requests&processed=false')
    await page.getByRole('rowheader').getByRole('button', { name: 'Dana Example' }).click()
    const parcel = page.getByRole('dialog', { name: 'Samples for Dana Example' })
    await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('9400111899223100001234')
    await parcel.getByRole('checkbox', { name: 'Processed: samples have been sent' }).check()
    await parcel.getByRole('checkbox', { name: /^Email the requester/ }).check()
    expect(await axeFaults(page)).toEqual([])
    await parcel.getByRole('button', { name: 'Save' }).click()
    await expect(toastOf(page)).toContainText('Sample request updated successfully')
    // Ends the minute in which Undo cancels the mail.
    const isDue = () => db.query(`update message set not_before = now() where kind = 'samples_sent'`)
    await expect.poll(async () => (await isDue()).rowCount).toBe(1)
    await expect.poll(() => mails.length).toBe(3)
    expect(mails[2]?.to).toEqual(['dana@example.com'])
    expect(mails[2]?.raw).toContain('Subject: Your samples are on their way')
    await page.getByRole('rowheader').getByRole('button', { name: 'Dana Example' }).click()
    await expect(parcel.getByText(/^Email to the requester: sent/)).toBeVisible()

    await page.goto('/admin/notifications?tab=rules')
    await page.getByRole('button', { name: 'Delete rule: A lead arrives → inbox' }).click()
    await expect(toastOf(page)).toContainText('Rule deleted')
    await page.getByRole('tab', { name: 'Reply Templates' }).click()
    await page.getByRole('button', { name: 'Edit First reply' }).click()
    await page.getByRole('dialog', { name: 'Edit template' }).getByLabel('Name').fill('Second reply')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete Second reply' }).click()
    await page.getByRole('dialog', { name: 'Delete template' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No reply templates yet')).toBeVisible()
  })
})

test('a webhook is tested, changed, and deleted, and failed messages are resent', async ({ browser, db, product }) => {
  const webhook = await startWebhook()
  await withDesk({ browser, db, product }, '/admin/settings?tab=messages', async (page) => {
    const log = page.getByRole('list', { name: 'Messages' })
    const press = (name: string) => page.getByRole('button', { name }).click()
    const shows = (state: string) =>
      expect(async () => {
        await press('Refresh')
        await expect(log.getByRole('listitem').first()).toContainText(state, { timeout: 1_000 })
      }).toPass()
    const closeSecret = () =>
      page.getByRole('dialog', { name: 'Webhook secret' }).getByRole('button', { name: 'Done' }).click()

    await page.getByRole('switch', { name: 'Send visitors a confirmation by email' }).click()
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toastOf(page)).toContainText('Settings restored')
    await press('Add target')
    const adding = page.getByRole('dialog', { name: 'Add target' })
    await adding.getByLabel('Name').fill('Warehouse')
    await adding.getByLabel('Kind').selectOption('webhook')
    await adding.getByLabel('URL').fill(webhook.url)
    await page.keyboard.press('Enter')
    await closeSecret()

    webhook.state.isGone = true
    await press('Send a test to Warehouse')
    await shows('no longer exists')
    webhook.state.isGone = false
    await press('Resend: Test message')
    await shows('Sent')
    webhook.state.isGone = true
    await press('Resend: Test message')
    await shows('no longer exists')
    webhook.state.isGone = false
    await press('Resend all failed')
    await expect(toastOf(page)).toContainText('1 message will be resent')
    await shows('Sent')
    // The receiver can tell that it is one message.
    expect(webhook.taken).toHaveLength(2)
    expect(new Set(webhook.taken).size).toBe(1)

    await press('Edit Warehouse')
    await page.getByRole('dialog', { name: 'Edit target' }).getByLabel('Name').fill('Depot')
    await page.keyboard.press('Enter')
    await press('Replace secret for Depot')
    await page.getByRole('dialog', { name: 'Replace secret' }).getByRole('button', { name: 'Replace' }).click()
    await closeSecret()
    await press('Delete Depot')
    await page.getByRole('dialog', { name: 'Delete target' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No targets yet')).toBeVisible()
  })
  webhook.close()
})
