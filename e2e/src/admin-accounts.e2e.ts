import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addCustomer } from 'tools/customer'
import { sendPostcard } from './postcard.ts'
import { expect, test } from './test.ts'

const send = (page: Page, key: string) => sendPostcard(page.request, key, { Description: 'Spring card' })
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Reads the link, which is shown because no email server is set up. */
async function readLink(page: Page): Promise<string> {
  const shown = dialogOf(page, 'Sign-in link')
  const link = await shown.getByRole('textbox', { name: 'One-time link' }).inputValue()
  await shown.getByRole('button', { name: 'Copy link' }).click()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  return link
}

/** Downloads a statement. */
async function save(page: Page, month: string, format: 'CSV' | 'PDF') {
  const saving = page.waitForEvent('download')
  await page.getByRole('listitem', { name: month }).getByRole('link', { name: format }).click()
  const file = await saving
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('staff invite a customer’s colleague, revoke a key, suspend the account, and read its statement', async ({
  staffPage: page,
  product,
  browser,
  baseURL,
}) => {
  const customer = await addCustomer(product.databaseUrl)
  const sent = await send(page, customer.live.key)
  expect([sent.status(), await sent.text()]).toEqual([201, expect.any(String)])
  // The part of the response that is used here.
  const { Id: piece } = (await sent.json()) as { Id: string }

  await page.goto('/admin/accounts')
  await page.getByRole('link', { name: 'Tulsa Roofing Example' }).click()
  await expect(page.getByRole('heading', { name: 'Tulsa Roofing Example' })).toBeVisible()

  await test.step('a colleague signs in with the newer of two links, and is signed out when removed', async () => {
    await expect(page.getByText('No members yet')).toBeVisible()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    const form = dialogOf(page, 'Invite a member')
    await form.getByRole('textbox', { name: 'Name' }).fill('Lee Example')
    await form.getByRole('textbox', { name: 'Email' }).fill('lee@example.com')
    await form.getByRole('button', { name: 'Invite' }).click()
    const first = await readLink(page)
    const member = page.getByRole('listitem', { name: 'Lee Example' })
    await expect(member).toContainText('Never signed in')
    await page.getByRole('button', { name: 'Resend invitation to Lee Example' }).click()
    const second = await readLink(page)

    const context = await browser.newContext({ baseURL: String(baseURL) })
    const lee = await context.newPage()
    await lee.goto(first)
    await lee.getByRole('button', { name: 'Sign In' }).click()
    await expect(lee.getByRole('alert')).toContainText('This link no longer works')
    await lee.goto(second)
    await lee.getByRole('button', { name: 'Sign In' }).click()
    await expect(lee.getByRole('link', { name: 'Members' })).toBeVisible()

    await page.getByRole('button', { name: 'Remove Lee Example' }).click()
    await dialogOf(page, 'Remove member').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No members yet')).toBeVisible()
    await lee.reload()
    await expect(lee.getByRole('button', { name: 'Email Me a Sign-In Link' })).toBeVisible()
    await context.close()
  })

  await test.step('a key is revoked and the account suspended, and neither can send anything', async () => {
    const key = page.getByRole('list', { name: 'Keys' }).getByRole('listitem').filter({ hasText: 'Test' })
    await key.getByRole('button', { name: 'Revoke' }).click()
    await dialogOf(page, 'Revoke key').getByRole('button', { name: 'Revoke' }).click()
    await expect(key.getByText('Revoked', { exact: true })).toBeVisible()
    expect((await send(page, customer.test.key)).status()).toBe(401)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await dialogOf(page, 'Suspend account').getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible()
    expect((await send(page, customer.live.key)).status()).toBe(403)
  })

  await test.step('its statement has the piece, both as a table and as a document', async () => {
    const statement = page.getByRole('list', { name: 'Statements' }).getByRole('listitem')
    await expect(statement).toContainText('for 1 piece')
    const month = String(await statement.getAttribute('aria-label'))
    const table = await save(page, month, 'CSV')
    expect(table.name).toMatch(/\.csv$/)
    const lines = table.content.toString().trim().split('\r\n')
    expect(lines).toEqual([
      expect.any(String),
      expect.stringContaining(`${piece},Spring card,4.25x6,FirstClass`),
      ',,,,,,total,0.68',
    ])
    const document = await save(page, month, 'PDF')
    expect(document.name).toMatch(/\.pdf$/)
    expect(document.content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('the history of a piece expands, and programs can read the changes', async () => {
    await expect(page.getByRole('listitem', { name: piece })).toContainText('Dana Sample, Tulsa, OK 74104')
    await page.getByRole('button', { name: `History of ${piece}` }).click()
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText('Received')
    const changes = await page.request.get(`/api/admin/accounts/${customer.account}/changes`)
    expect(await changes.text()).toContain('"field":"suspended"')
  })
})
