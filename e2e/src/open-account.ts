import { expect, type Page } from '@playwright/test'

/** Opens an account as the page's signed-in staff user, and signs its member in with the invitation link. */
export async function openAccount(page: Page, baseURL: string): Promise<void> {
  const answer = await page.request.post('/api/admin/accounts', {
    headers: { origin: baseURL },
    data: {
      name: 'Tulsa Roofing Example',
      billingName: 'Dana Example',
      billingEmail: 'billing@example.com',
      members: [{ name: 'Dana Example', email: 'dana@example.com' }],
    },
  })
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  // The part of the response that is used here.
  const { invitations } = (await answer.json()) as { invitations: { link: { url: string } }[] }
  await page.goto(String(invitations[0]?.link.url))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'No live pieces yet' })).toBeVisible()
}
