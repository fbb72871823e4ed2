import type { Browser, Page } from '@playwright/test'
import type pg from 'pg'

/** The account that the setup creates. */
export const staff = { email: 'ada@example.com', password: 'unlikely-rooster-47' }

/** Fills in the sign-in page. */
export async function signIn(page: Page, { email, password }: typeof staff): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A colleague who was invited and has chosen a password. */
export const nia = { email: 'nia@example.com', name: 'Nia Example', password: 'three quiet herons' }

/** Invites Nia as an editor, and sets her password. */
export async function inviteNia(owner: Page, db: pg.Client): Promise<void> {
  await db.query('truncate rate_limit')
  const { email, name, password } = nia
  const invited = await owner.request.post('/api/admin/staff-invitations', { data: { email, name, role: 'editor' } })
  const { path } = await invited.json()
  const token = path.split('link=')[1]
  await owner.request.post('/api/set-password', { form: { token, password, repeated: password } })
}

/** The browser of a colleague, who is signed in with an account of her own. */
export async function colleague(browser: Browser, db: pg.Client, baseURL: string, role = 'editor'): Promise<Page> {
  await db.query(
    `insert into staff_user (id, email, name, role, password_hash)
     select gen_random_uuid(), $1, $2, $3, password_hash from staff_user where email = $4`,
    [nia.email, nia.name, role, staff.email],
  )
  const page = await (await browser.newContext({ baseURL })).newPage()
  const form = { email: nia.email, password: staff.password, return_to: '/admin' }
  await page.request.post('/api/login', { form, headers: { origin: baseURL }, maxRedirects: 0 })
  return page
}
