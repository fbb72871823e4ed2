import { faultsAt, faultsOnBothWidths as violations } from './accessibility.ts'
import { expect, test } from './test.ts'

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into sample_request (id, first_name, last_name, email, phone, company, address_line1, city, state, zip,
                                sample_type, notes, crm_status, crm_error)
    select gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', '(800) 555-0142', 'Example Roofing',
           '12 Example Street', 'Cambridge', 'MA', '02138', 'both', 'Gate code 12',
           case when i = 1 then 'failed' else 'pending' end, case when i = 1 then 'The CRM refused the address.' end
      from generate_series(1, 2) i`)
})

test.use({ colorScheme: 'dark' })

test('templates: no problems when empty, when filled, in each dialog, and next to a toast', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/samples')
  await expect(page.getByText('No sample templates yet')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Template' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('Spring postcard')
  await dialog.getByLabel('Type').selectOption('postcard')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Template created successfully')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Spring postcard' }).click()
  await expect(page.getByText('Are you sure you want to delete this template?')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('requests: no problems with some selected, and in a dialog', async ({ staffPage: page }) => {
  await page.goto('/admin/samples?tab=requests&q=dana')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByRole('button', { name: 'Print and mark sent…' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog').getByText('No changes yet.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('pricing: no problems in the list, the dialog, and the log', async ({ staffPage: page }) => {
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Product' })
  await dialog.getByLabel('Name').fill('Postcard')
  await dialog.getByLabel('Starting price').fill('0.62')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await expect(page.getByRole('list', { name: 'Audit log' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('the pipeline report: no problems, and a figure leads to as many leads', async ({ staffPage: page, db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, stage, lost_reason)
    select gen_random_uuid(), 'Dana', 'Example', 'dana' || i || '@example.com', 'Website', 'Main Website',
           case when i > 2 then 'new' else 'lost' end, case when i > 2 then null else 'price' end
      from generate_series(1, 6) i`)
  await page.goto('/admin/campaigns?tab=pipeline')
  const reasons = page.getByRole('table', { name: 'Leads by reason lost' })
  await expect(reasons.getByRole('row', { name: 'Price' })).toContainText('100%')
  await expect(page.getByRole('table', { name: 'Leads by owner' })).toContainText('Unassigned')
  expect(await violations(page)).toEqual([])
  await reasons.getByRole('link', { name: '2' }).click()
  await expect(page.getByRole('button', { name: 'Remove filter Reason lost: Price' })).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(2)
})

test('settings: no problems in each tab, each dialog, next to a toast, and on the page behind a link', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`insert into staff_user (id, email, name, password_hash, role)
                  values (gen_random_uuid(), 'nia@example.com', 'Nia Example', 'x', 'viewer')`)
  await page.goto('/admin/settings')
  await expect(page.getByText('No open invitations')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Disable Nia Example' }).click()
  await expect(page.getByRole('dialog', { name: 'Disable account' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Name').fill('Omar Example')
  await page.getByLabel('Email').fill('omar@example.com')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByRole('region', { name: 'Notification' })).toContainText('Invitation created successfully')
  const link = await page.getByLabel('One-time link').inputValue()
  expect(await violations(page)).toEqual([])
  for (const [address, text] of [
    ['/admin/settings', 'omar@example.com'],
    ['/admin/settings?tab=crm', 'Not configured'],
    ['/admin/settings?tab=sign-ins', 'Showing'],
    ['/admin/settings?tab=access', 'Staff member'],
    ['/admin/account', 'Showing'],
    [link, 'Set your password'],
    [`${link}x`, 'This link does not work'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(text).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  }
})

test('the account: no problems in the password dialog, with invalid fields', async ({ staffPage: page }) => {
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Current password is required')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

const variants = [
  { colorScheme: 'light', width: 375 },
  { colorScheme: 'dark', width: 1280 },
] as const

for (const { colorScheme, width } of variants) {
  test.describe(`${colorScheme} at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, colorScheme })
    const faults = faultsAt(width)

    test('leads: no problems in the list, a filter, each dialog, and the panel with its pipeline', async ({
      staffPage: page,
      db,
    }) => {
      await db.query(`
        insert into lead (id, first_name, last_name, email, company, lead_source, source, stage, next_step, next_step_on)
        select gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', 'Example Roofing', 'Website', 'Main Website',
               (array['contacted', 'new'])[i], 'Call back', current_date - 2
          from generate_series(1, 2) i`)
      await page.goto('/admin/leads')
      const boxes = page.getByRole('checkbox', { name: 'Select Dana Example' })
      await boxes.first().check()
      expect(await faults(page)).toEqual([])
      if (width < 768) await page.getByRole('button', { name: 'Filters', exact: true }).click()
      await page.getByRole('button', { name: 'Stage', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Contacted' }).check()
      await expect(page.getByRole('button', { name: 'Remove filter Stage: Contacted' })).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      expect(await faults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Save view' }).click()
      await page.getByRole('dialog', { name: 'Save view' }).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Name is required')).toBeVisible()
      expect(await faults(page)).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await boxes.first().check()
      for (const action of ['Assign', 'Change stage']) {
        await page.getByRole('button', { name: action }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await faults(page)).toEqual([])
        await page.getByRole('button', { name: 'Cancel' }).click()
      }
      await page.locator('[data-row]').first().click()
      const panel = page.getByRole('dialog', { name: 'Lead' })
      await expect(panel.getByRole('button', { name: 'Merge Dana Example into this lead' })).toBeVisible()
      await panel.getByLabel('Stage').selectOption('lost')
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByText('Reason is required')).toBeVisible()
      expect(await faults(page)).toEqual([])
    })
  })
}
