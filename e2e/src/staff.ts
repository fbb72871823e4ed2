import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type pg from 'pg'

/** The account created by the setup. */
export const staff = { email: 'ada@example.com', password: 'unlikely-rooster-47' }

/** Fills in the sign-in page. */
export async function signIn(page: Page, { email, password }: typeof staff): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in without the sign-in page. */
export async function startSession(request: APIRequestContext, account: typeof staff, baseURL: string): Promise<void> {
  const answer = await request.post('/api/login', {
    form: { ...account, return_to: '/admin' },
    headers: { origin: baseURL },
    maxRedirects: 0,
  })
  if (answer.status() !== 303) throw new Error(`sign-in answered ${answer.status()}`)
}

/** A colleague with the same password. */
export const nia = { email: 'nia@example.com', password: staff.password }

export const addNia = (db: pg.Client, role = 'editor') =>
  db.query(
    `insert into staff_user (id, email, name, role, password_hash)
     select gen_random_uuid(), $1, 'Nia Example', $2, password_hash from staff_user where email = $3`,
    [nia.email, role, staff.email],
  )

/** Opens a browser in which the colleague is signed in. */
export async function colleague(browser: Browser, db: pg.Client, baseURL: string, role = 'editor'): Promise<Page> {
  await addNia(db, role)
  const page = await (await browser.newContext({ baseURL })).newPage()
  await startSession(page.request, nia, baseURL)
  return page
}
