import type { Page } from '@playwright/test'
import { axeFaults } from './accessibility.ts'
import { startMailServer } from './mail-server.ts'
import { startApi } from './product.ts'
import { staff, startSession } from './staff.ts'
import { expect, test } from './test.ts'

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notification' })

async function addRuleAndTemplate(page: Page): Promise<void> {
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
  await page.getByRole('tab', { name: 'Reply Templates' }).click()
  await page.getByRole('button', { name: 'Add template' }).click()
  const template = page.getByRole('dialog', { name: 'Add template' })
  await template.getByLabel('Name').fill('First reply')
  await template.getByLabel('Subject').fill('Postcards for {{company|you}}')
  await template.getByRole('textbox', { name: 'Text' }).fill('Hello {{firstName}},\n\nthank you for asking.')
  expect(await axeFaults(page)).toEqual([])
  await template.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem', { name: 'First reply' })).toBeVisible()
}

async function deleteRuleAndTemplate(page: Page): Promise<void> {
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
}

test('a lead arrives in the inbox and by email, and gets a reply by email', async ({ browser, product }) => {
  const mailServer = await startMailServer()
  const { mails } = mailServer
  const api = await startApi(product.connection, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'desk@example.com',
    RUN_WORKER: 'true',
  })
  try {
    const page = await browser.newPage({ baseURL: api.origin })
    await startSession(page.request, staff, api.origin)
    await page.goto('/admin/notifications?tab=rules')
    await addRuleAndTemplate(page)
    const lead = { firstName: 'Dana', lastName: 'Example', email: 'dana@example.com', company: 'Example Co' }
    const data = { ...lead, leadSource: 'Website', source: 'Main Website' }
    expect((await page.request.post('/api/leads', { data })).status()).toBe(201)
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
    await expect(panel.getByText('Email sent: Postcards for Example Co')).toBeVisible()
    const [, reply] = mails
    expect(reply?.to).toEqual([lead.email])
    expect(reply?.raw).toContain(`<${staff.email}>`)
    expect(reply?.raw).toContain('Hello Dana,')
    await expect(page.getByRole('link', { name: 'Inbox 0 unread', includeHidden: true })).toHaveCount(1)
    await deleteRuleAndTemplate(page)
    await page.close()
  } finally {
    await api.stop()
    await mailServer.close()
  }
})
