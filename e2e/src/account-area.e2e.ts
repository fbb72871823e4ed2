import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type pg from 'pg'
import { addAuthenticator } from './authenticator.ts'
import { sendPostcard } from './postcard.ts'
import { expect, test } from './test.ts'

// The customer account, except sending pieces.

/** The part of the response that is read here. */
interface Created {
  account: { id: string }
  invitations: { link: { url: string } }[]
}

/** Staff open an account with one member, who is signed in to a browser of their own. */
async function openAccount(staff: Page, browser: Browser, baseURL: string): Promise<Page> {
  const answer = await staff.request.post('/api/admin/accounts', {
    headers: { origin: baseURL },
    data: {
      name: 'Tulsa Roofing Example',
      billingName: 'Dana Example',
      billingEmail: 'billing@example.com',
      members: [{ name: 'Dana Example', email: 'dana@example.com' }],
    },
  })
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  const { invitations } = (await answer.json()) as Created
  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.goto(String(invitations[0]?.link.url))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()
  return page
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Reads the secret of a dialog that shows it once, and closes it. */
async function readSecret(page: Page, title: string | RegExp): Promise<string> {
  const shown = dialogOf(page, title)
  const secret = await shown.getByRole('textbox').inputValue()
  await shown.getByRole('button', { name: 'I Saved It' }).click()
  await expect(shown).toBeHidden()
  return secret
}

const sendPiece = async (request: APIRequestContext, key: string) => (await sendPostcard(request, key)).status()

test('members invite each other, and one is removed', async ({ staffPage, browser, baseURL }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite Member' }).click()
  const dialog = dialogOf(page, 'Invite a member')
  await dialog.getByLabel('Name').fill('Lee Example')
  await dialog.getByLabel('Work email').fill('lee@example.com')
  await dialog.getByRole('button', { name: 'Send Invitation' }).click()
  const link = await readSecret(page, 'Invitation for Lee Example')

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Lee Example' }).click()
  await dialogOf(page, 'Remove Lee Example?').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Lee Example removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Lee Example' })).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Email Me a Sign-In Link' })).toBeVisible()
  await other.context().close()
  await page.context().close()
})

test('pieces are filtered by a day that is typed', async ({ staffPage, browser, baseURL }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  await page.goto('/account/pieces')
  await page.getByLabel('Created from').focus()
  for (const digit of '01022026') await page.keyboard.press(digit)
  await expect(page).toHaveURL(/From=2026-01-02/)
  await expect(page.getByLabel('Created from')).toHaveValue('2026-01-02')
  // Two dates are too wide for a narrow phone.
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Show all pieces' }).click()
  await expect(page.getByLabel('Created from')).toHaveValue('')
  await page.context().close()
})

test('a key is restricted, rotated, and revoked, and each holds for the next call', async ({
  staffPage,
  browser,
  baseURL,
}) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  await page.goto('/account/keys?Mode=test')
  await page.getByRole('button', { name: 'Create Key' }).click()
  const creating = dialogOf(page, 'Create a test key')
  await creating.getByLabel('Name').fill('Orders')
  await creating.getByRole('button', { name: 'Create Key' }).click()
  const first = await readSecret(page, 'Key “Orders”')
  expect(await sendPiece(page.request, first)).toBe(201)
  // Events can be listed without a webhook.
  const events = await page.request.get('/v1/events', { headers: { authorization: `Bearer ${first}` } })
  expect(events.status()).toBe(200)

  await page.getByRole('button', { name: 'Rotate Orders' }).click()
  const rotating = dialogOf(page, 'Rotate “Orders”')
  await rotating.getByLabel('Old key').selectOption('Stops working now')
  await rotating.getByRole('button', { name: 'Rotate' }).click()
  const second = await readSecret(page, 'Key “Orders”')
  expect(await sendPiece(page.request, first)).toBe(401)
  expect(await sendPiece(page.request, second)).toBe(201)

  await page.getByRole('button', { name: 'Edit Orders' }).click()
  const editing = dialogOf(page, 'Change “Orders”')
  await editing.getByLabel('Pieces').uncheck()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Key updated')).toBeVisible()
  expect(await sendPiece(page.request, second)).toBe(403)

  await page.getByRole('button', { name: 'Revoke Orders' }).click()
  await dialogOf(page, 'Revoke the test key “Orders”?').getByRole('button', { name: 'Revoke It' }).click()
  await expect(page.getByText('Key “Orders” revoked')).toBeVisible()
  expect(await sendPiece(page.request, second)).toBe(401)
  await page.context().close()
})

test('a webhook is added, tested, changed, replayed, and deleted', async ({ staffPage, browser, baseURL }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  await page.goto('/account/webhooks')
  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const adding = dialogOf(page, 'Add a webhook')
  await adding.getByLabel('URL').fill('https://hooks.example.com/pieces')
  await adding.getByRole('button', { name: 'Add Webhook' }).click()
  const secret = await readSecret(page, 'Webhook https://hooks.example.com/pieces')
  await page.getByRole('link', { name: 'https://hooks.example.com/pieces' }).click()

  await page.getByRole('button', { name: 'Send Test Event' }).click()
  await expect(page.getByText('Test event on its way')).toBeVisible()
  const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /Test event/ })
  await delivery.getByRole('button', { name: 'Send Now' }).click()
  await expect(page.getByText('Event sent again')).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = dialogOf(page, 'Change the webhook')
  await editing.getByLabel('Only these').check()
  await editing.getByLabel('Delivered').check()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Webhook updated')).toBeVisible()

  await page.getByRole('button', { name: 'Rotate Secret' }).click()
  await dialogOf(page, 'Rotate the secret?').getByRole('button', { name: 'Rotate It' }).click()
  expect(await readSecret(page, /^New secret for /)).not.toBe(secret)

  await page.getByRole('button', { name: 'Replay Events' }).click()
  await dialogOf(page, 'Replay events').getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByText('There were no events in this time range')).toBeVisible()

  // Programs read what the screen found in the list.
  const id = new URL(page.url()).searchParams.get('webhook')
  expect((await page.request.get(`/v1/webhooks/${id}`)).status()).toBe(200)
  await page.getByRole('button', { name: 'Delete' }).click()
  await dialogOf(page, 'Delete this webhook?').getByRole('button', { name: 'Delete It' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks for live pieces yet' })).toBeVisible()
  await page.context().close()
})

test('a statement is downloaded as CSV and PDF', async ({ staffPage, browser, baseURL }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  const created = await page.request.post('/api/account/keys', {
    headers: { origin: String(baseURL) },
    data: { mode: 'live', name: 'Orders', scopes: ['proofs', 'pieces'] },
  })
  const { secret } = (await created.json()) as { secret: string }
  expect(await sendPiece(page.request, secret)).toBe(201)
  await page.goto('/account/statements')
  for (const [format, begin] of [
    ['CSV', '\uFEFF'],
    ['PDF', '%PDF-'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: new RegExp(format) }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8').startsWith(begin)).toBe(true)
  }
  await page.context().close()
})

/** Signs the member in to another browser, with a link as a mail has it. */
async function signInElsewhere(db: pg.Client, browser: Browser, baseURL: string): Promise<Page> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into sign_in_challenge (hash, kind, member_id, expires_at)
     select $1, 'sign_in_link', id, now() + interval '30 minutes' from customer_member`,
    [createHash('sha256').update(token).digest()],
  )
  const page = await (await browser.newContext({ baseURL })).newPage()
  await page.goto(`/account/sign-in#token=${token}`)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()
  return page
}

test('a member signs out other browsers, one and all', async ({ staffPage, browser, baseURL, db }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  const others = [
    await signInElsewhere(db, browser, String(baseURL)),
    await signInElsewhere(db, browser, String(baseURL)),
  ]
  await page.goto('/account/profile')
  const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect(sessions).toHaveCount(4)
  await page
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await expect(sessions).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign Out Everywhere Else' }).click()
  await expect(sessions).toHaveCount(2)
  for (const other of others) {
    await other.reload()
    await expect(other.getByRole('button', { name: 'Email Me a Sign-In Link' })).toBeVisible()
    await other.context().close()
  }
  await page.context().close()
})

test('a passkey signs in, and a link is refused where no mail can be sent', async ({ staffPage, browser, baseURL }) => {
  const page = await openAccount(staffPage, browser, String(baseURL))
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${baseURL}/account/sign-in`)
  await stranger.getByLabel('Work email').fill('dana@example.com')
  await stranger.getByRole('button', { name: 'Email Me a Sign-In Link' }).click()
  await expect(stranger.getByRole('alert')).toContainText('Links can’t be sent at the moment')
  await stranger.context().close()

  await addAuthenticator(page)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await dialogOf(page, 'Add a passkey').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your passkey is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  // The device offers its passkey with the field for the email, and its owner takes it.
  await expect(page.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Delete This device' }).click()
  await dialogOf(page, 'Delete the passkey “This device”?').getByRole('button', { name: 'Delete It' }).click()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await page.context().close()
})
