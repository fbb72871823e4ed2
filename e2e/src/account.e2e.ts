import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '@app/embedded-postgres'
import type { APIRequestContext, Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { addAuthenticator } from './authenticator.ts'
import { openAccount } from './open-account.ts'
import { startMailServer } from './mail-server.ts'
import { sendPostcard } from './postcard.ts'
import { startApi } from './product.ts'
import { signIn, staff } from './staff.ts'
import { expect, test } from './test.ts'

interface Message {
  headers: Record<string, string>
  body: string
}

/** A customer's server, which keeps the messages posted to it. */
async function startReceiver() {
  const messages: Message[] = []
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      const { headers } = incoming
      messages.push({
        headers: Object.fromEntries(
          ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
        ),
        body,
      })
      outgoing.writeHead(204).end()
    })
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${port}/hook`, messages, close: () => server.close() }
}

interface Sent {
  Id: string
  TrackingUrl: string
}

async function send(request: APIRequestContext, key: string, changes: object = {}): Promise<Sent> {
  const answer = await sendPostcard(request, key, changes)
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  // The parts of the response that are used here.
  return (await answer.json()) as Sent
}

/** Creates a test key in the customer area, and returns it. */
async function createTestKey(page: Page): Promise<string> {
  await page.goto('/account/keys?Mode=test')
  await page.getByRole('button', { name: 'Create Key' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create a test key' })
  await dialog.getByLabel('Name').fill('My program')
  await dialog.getByRole('button', { name: 'Create Key' }).click()
  const shown = page.getByRole('dialog', { name: 'Key “My program”' })
  const key = await shown.getByRole('textbox').inputValue()
  await shown.getByRole('button', { name: 'I Saved It' }).click()
  return key
}

async function createLiveKey(request: APIRequestContext): Promise<string> {
  const data = { mode: 'live', name: 'Orders', scopes: ['proofs', 'pieces'] }
  const created = await request.post('/api/account/keys', { data })
  expect([created.status(), await created.text()]).toEqual([201, expect.any(String)])
  return ((await created.json()) as { secret: string }).secret
}

const ends: (() => unknown)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test('an invited customer gets a delivered test piece, a verified webhook, and a canceled piece', async ({
  browser,
  product,
}) => {
  test.setTimeout(240_000)
  const mailServer = await startMailServer()
  const receiver = await startReceiver()
  const api = await startApi(product.connection, {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'desk@example.com',
    WEBHOOK_PRIVATE_RANGES: '127.0.0.1',
    RUN_WORKER: 'true',
    RUN_RENDERER: 'true',
    FILES_DIR: product.files,
  })
  const baseURL = api.origin
  ends.push(api.stop, mailServer.close, receiver.close)
  const desk = await browser.newPage({ baseURL })
  const page = await (await browser.newContext({ baseURL })).newPage()

  await test.step('staff open an account and invite its contact', async () => {
    await desk.goto('/api/login?return_to=/admin/accounts?edit=new')
    await signIn(desk, staff)
    const dialog = desk.getByRole('dialog', { name: 'Open an account' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Tulsa Roofing Example')
    await dialog.getByRole('textbox', { name: 'Billing contact' }).fill('Dana Example')
    await dialog.getByLabel('Billing email').fill('dana@example.com')
    await dialog.getByRole('button', { name: 'Open account' }).click()
    await expect(desk.getByRole('heading', { name: 'Tulsa Roofing Example' })).toBeVisible()
  })

  await test.step('the invitation link signs in', async () => {
    await expect.poll(() => mailServer.mails.length, { timeout: 20_000 }).toBe(1)
    const [mail] = mailServer.mails
    expect(mail?.to).toEqual(['dana@example.com'])
    const [link] = /http:\S+#token=[\w-]{43}/.exec(mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '') ?? [
      '',
    ]
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()
  })

  await test.step('a test piece is delivered, its signed events all arrive, and its public page shows it', async () => {
    const created = await page.request.post('/v1/webhooks?Mode=test', { data: { Url: receiver.url, Types: null } })
    expect([created.status(), await created.text()]).toEqual([201, expect.any(String)])
    const { Secret } = (await created.json()) as { Secret: string }
    const key = await createTestKey(page)
    const changes = { Description: 'First card', Test: { Outcome: 'delivered' } }
    const { Id, TrackingUrl } = await send(page.request, key, changes)
    await page.goto(`/account/pieces?Mode=test&piece=${Id}`)
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText('Delivered', { timeout: 90_000 })
    await expect
      .poll(() => receiver.messages.map(({ body }) => (JSON.parse(body) as { type: string }).type), { timeout: 20_000 })
      .toContain('piece.delivered')
    const events = receiver.messages.map(
      ({ headers, body }) => new Webhook(Secret).verify(body, headers) as { data: { Number: number; PieceId: string } },
    )
    expect(events.map(({ data }) => data.PieceId)).toEqual(events.map(() => Id))
    expect(events.map(({ data }) => data.Number).toSorted((a, b) => a - b)).toEqual(events.map((_, index) => index + 1))

    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(TrackingUrl)
    await expect(visitor.getByRole('list', { name: 'What happened so far' })).toContainText('Delivered')
    expect(await visitor.content()).not.toContain('Dana')
  })

  await test.step('a piece is canceled in time', async () => {
    const key = await createLiveKey(page.request)
    const { Id } = await send(page.request, key, { Description: 'A mistake' })
    await page.goto(`/account/pieces?piece=${Id}`)
    await page.getByRole('button', { name: 'Cancel This Piece' }).click()
    await page
      .getByRole('dialog', { name: 'Cancel this piece?' })
      .getByRole('button', { name: 'Cancel the Piece' })
      .click()
    await expect(page.getByText('Piece canceled')).toBeVisible()
  })
})

test('pieces are filtered by a typed date, a statement is downloaded, and a passkey signs in', async ({
  staffPage: page,
  baseURL,
}) => {
  await openAccount(page, String(baseURL))
  await page.goto('/account/pieces')
  await page.getByLabel('Created from').focus()
  for (const digit of '01022026') await page.keyboard.press(digit)
  await expect(page).toHaveURL(/From=2026-01-02/)
  await expect(page.getByLabel('Created from')).toHaveValue('2026-01-02')
  // Two date fields side by side are too wide for a narrow phone.
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Show all pieces' }).click()
  await expect(page.getByLabel('Created from')).toHaveValue('')

  await send(page.request, await createLiveKey(page.request))
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

  await addAuthenticator(page)
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your passkey is ready')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  // The email field offers the device's passkey, and the user accepts it.
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto('/account/profile')
  await page.getByRole('button', { name: 'Delete This device' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete the passkey “This device”?' })
  await deleting.getByRole('button', { name: 'Delete It' }).click()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
})
