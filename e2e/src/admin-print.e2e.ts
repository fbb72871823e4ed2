import type { Client } from 'pg'
import { faultsOnBothWidths } from './accessibility.ts'
import { expect, test } from './test.ts'

/** Two months of proofs, and three keys: one in use, one that became a lead, and one that has expired. */
async function fill(db: Client): Promise<void> {
  await db.query(`
    insert into print_proof_count (quarter, status, code, proofs)
    select date_bin('15 minutes', now() - days * interval '1 day', timestamptz '2000-01-01 00:00Z'), status, code,
           case status when 'ready' then 20 + (days * 7) % 30 else 1 + days % 3 end
      from generate_series(0, 60) as days, (values ('ready', ''), ('failed', 'template_failed')) as outcomes (status, code)`)
  await db.query(`
    insert into print_finding_count (quarter, code, severity, proofs)
    select date_bin('15 minutes', now(), timestamptz '2000-01-01 00:00Z'), code, severity, proofs
      from (values ('text_outside_safe_zone', 'warning', 1204), ('image_resolution_low', 'error', 7))
        as found (code, severity, proofs)`)
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source)
    values ('01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33', 'Dana', 'Example', 'dana@example.com', 'Website', 'Print API Sandbox')`)
  await db.query(`
    with keys as (
      select gen_random_uuid() as id, * from (
        values ('sandbox_0AaB', 1, null), ('sandbox_1CcD', 3, '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33'::uuid),
               ('sandbox_2EeF', 20, null)) as keys (prefix, days, lead_id)
    ), sandboxes as (insert into workspace (id, mode) select id, 'sandbox' from keys)
    insert into print_key (id, workspace_id, prefix, hash, scopes, created_at, expires_at, last_used_at, lead_id)
    select id, id, prefix, prefix::bytea, '{proofs}', now() - days * interval '1 day',
           now() - days * interval '1 day' + interval '14 days', now() - interval '1 hour', lead_id
      from keys`)
}

test.use({ colorScheme: 'dark' })

test('staff see the activity of the print API, and revoke a key', async ({ staffPage: page, db, consoleErrors }) => {
  await fill(db)
  await page.goto('/admin/print')
  const chart = page.getByRole('slider', { name: 'Chart of proofs' })
  await expect(chart).toHaveAttribute('aria-valuetext', / proofs, Ready [\d,]+, Failed \d+$/)
  await expect(page.getByRole('table', { name: 'Failures' })).toContainText('template_failed')
  await expect(page.getByRole('table', { name: 'Findings' }).getByRole('row').nth(1)).toHaveText(
    'text_outside_safe_zone Warning1,204',
  )

  await page.getByRole('tab', { name: 'Sandbox Keys' }).click()
  const keys = page.getByRole('list', { name: 'Sandbox keys' }).getByRole('listitem')
  await expect(keys).toHaveText([/^sandbox_0AaB…Active/, /^sandbox_1CcD…Active.*Dana Example/, /^sandbox_2EeF…Expired/])
  // By keyboard only.
  await page.getByRole('button', { name: 'Revoke sandbox_0AaB' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Revoke key' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Key revoked successfully')
  await expect(keys.first()).toHaveText(/^sandbox_0AaB…Revoked/)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active')
  await expect(keys).toHaveText([/^sandbox_1CcD/])
  await page.reload()
  await expect(keys).toHaveText([/^sandbox_1CcD/])

  await page.getByRole('link', { name: 'Dana Example' }).click()
  await expect(page.getByRole('dialog', { name: 'Lead' })).toContainText('Print API Sandbox')
  await page.goto('/admin?source=Print+API+Sandbox')
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await page.goto('/admin/settings')
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Revoked the sandbox key sandbox_0AaB')
  expect(consoleErrors).toEqual([])
})

test('the tabs, the table, and the dialog have no problems and do not scroll sideways', async ({
  staffPage: page,
  db,
}) => {
  await fill(db)
  const excess = async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    const pixels = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.setViewportSize({ width: 1280, height: 800 })
    return pixels
  }
  await page.goto('/admin/print')
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Numbers of proofs' })).toBeVisible()
  expect(await faultsOnBothWidths(page, { isThorough: true })).toEqual([])
  expect(await excess()).toBeLessThanOrEqual(0)
  await page.getByRole('tab', { name: 'Sandbox Keys' }).click()
  await expect(page.getByRole('button', { name: 'Revoke sandbox_0AaB' })).toBeVisible()
  expect(await faultsOnBothWidths(page)).toEqual([])
  expect(await excess()).toBeLessThanOrEqual(0)
})
