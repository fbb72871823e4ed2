import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { freePort } from '@app/embedded-postgres'
import { SMTPServer } from 'smtp-server'
import { answers, built, productEnvironment, spawnNode } from 'tools/product'
import { axeFaults } from './accessibility.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import { staff } from './staff.ts'
import { expect, test } from './test.ts'

/** A mail server on a port of its own, which keeps what it takes. */
async function startMailServer() {
  const mails: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise<void>((done) => server.close(done)) }
}

test('a lead arrives in the inbox and by mail, and is replied to by mail', async ({ browser, db, product }) => {
  const mailServer = await startMailServer()
  const port = await freePort()
  const proxy = await startRecordingProxy(port)
  const { origin } = proxy
  const api = spawnNode(built.server, {
    ...productEnvironment(product.connection, port),
    SITE_URL: origin,
    ADMIN_URL: `${origin}/admin`,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'desk@example.com',
    RUN_WORKER: 'true',
  })
  try {
    expect(await answers(`${origin}/readyz`, 20_000)).toBe(true)
    const page = await browser.newPage({ baseURL: origin })
    const toast = page.getByRole('region', { name: 'Notification' })
    await page.goto('/api/login?return_to=/admin/notifications?tab=rules')
    await page.getByLabel('Email').fill(staff.email)
    await page.getByLabel('Password', { exact: true }).fill(staff.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    const rule = page.getByRole('dialog', { name: 'Add rule' })
    for (const way of ['inbox', 'mail']) {
      await page.getByRole('button', { name: 'Add rule' }).click()
      await rule.getByLabel('Tell by').selectOption(way)
      await rule.getByRole('button', { name: 'Add' }).click()
      await expect(page.getByText(`A lead arrives → ${way}`)).toBeVisible()
    }
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('tab', { name: 'Reply templates' }).click()
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
    await expect.poll(() => mailServer.mails.map(({ to }) => to)).toEqual([[staff.email]])
    expect(mailServer.mails[0]?.raw).toContain('Subject: New lead: Dana Example, Example Co')

    await page.getByRole('link', { name: 'Inbox 1 unread' }).click()
    await expect(page.getByRole('listitem').getByText('Unread', { exact: true })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Dana Example, Example Co' }).click()
    const panel = page.getByRole('dialog', { name: 'Lead' })
    await expect(panel.getByRole('button', { name: 'Reply by mail' })).toBeVisible()
    await page.keyboard.press('r')
    await expect(panel.getByLabel('Template')).toBeFocused()
    await page.keyboard.type('First')
    await expect(panel.getByLabel('Subject')).toHaveValue('Postcards for Example Co')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(toast).toContainText('The reply is on its way')
    await expect(panel.getByText('Mail sent: Postcards for Example Co')).toBeVisible()
    const [, reply] = mailServer.mails
    expect(reply?.to).toEqual(['dana@example.com'])
    expect(reply?.raw).toContain(`<${staff.email}>`)
    expect(reply?.raw).toContain('Hello Dana,')
    await expect(page.getByRole('link', { name: 'Inbox 0 unread', includeHidden: true })).toHaveCount(1)
    await page.goto('/admin/settings?tab=messages')
    await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
    expect(await axeFaults(page)).toEqual([])
    await page.close()
  } finally {
    proxy.close()
    api.kill('SIGTERM')
    if (api.exitCode === null && api.signalCode === null) await once(api, 'exit')
    await mailServer.close()
    await db.query('truncate notification_rule, reply_template, message, inbox_item')
  }
})
