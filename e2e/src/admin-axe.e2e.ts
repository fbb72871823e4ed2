import type { Page } from '@playwright/test'
import { axeFaults, faultsOnBothWidths as violations } from './accessibility.ts'
import { expect, test } from './test.ts'

// States that appear during use. `admin-screens` covers the screens as they open.

test.use({ colorScheme: 'dark' })

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test('a template has no problems with invalid fields, next to a toast, and before it is deleted', async ({
  staffPage: page,
  request,
}) => {
  await page.goto('/admin/samples')
  await press(page, 'Add Template')
  const creating = page.getByRole('dialog', { name: 'Create New Template' })
  await creating.getByRole('button', { name: 'Save' }).click()
  await expect(creating.getByText('Name is required')).toBeVisible()
  expect(await violations(page, { isThorough: true })).toEqual([])
  await creating.getByLabel('Name').fill('Spring postcard')
  await creating.getByLabel('Type').selectOption('postcard')
  await creating.getByLabel('Front image URL').fill('https://images.example.com/front.png')
  // The maximum length of a description, with line breaks and punctuation.
  const description = `Line one;\n\t"line two" & <b>'three'</b> – 50% off!\n${'x'.repeat(450)}\n.`.padEnd(500, '.')
  await creating.getByLabel('Description').fill(description)
  await creating.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Template created successfully')
  const card = page.getByRole('listitem', { name: 'Spring postcard' })
  await expect(card.getByText('The front image could not be loaded')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await press(page, 'Edit Spring postcard')
  const editing = page.getByRole('dialog', { name: 'Edit Template' })
  await expect(editing.getByLabel('Description')).toHaveValue(description)
  await editing.getByRole('switch', { name: 'Active' }).click()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  expect(await (await request.get('/api/sample-templates')).json()).toEqual([])
  await press(page, 'Delete Spring postcard')
  const question = page.getByRole('dialog', { name: 'Delete template' })
  await expect(question).toContainText('Are you sure you want to delete this template?')
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No sample templates yet')).toBeVisible()
})

test('requests have no problems when selected, in a dialog, while loading, and when they fail to load', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`
    insert into sample_request (id, first_name, last_name, email, phone, company, address_line1, city, state, zip,
                                sample_type, notes, crm_status, crm_error)
    select gen_random_uuid(), 'Dana', 'Example', 'dana@example.com', '(800) 555-0142', 'Example Roofing',
           '12 Example Street', 'Cambridge', 'MA', '02138', 'both', 'Gate code 12',
           case when i = 1 then 'failed' else 'pending' end, case when i = 1 then 'The CRM refused the address.' end
      from generate_series(1, 2) i`)
  await page.goto('/admin/samples?tab=requests&q=dana')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(page.getByRole('button', { name: 'Print and mark sent…' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('t')
  await expect(page.getByRole('dialog').getByText('No changes yet.')).toBeVisible()
  expect(await violations(page, { isThorough: true })).toEqual([])

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/print-samples?*', async (route) => {
    await held
    await route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"requestId":"r"}' })
  })
  await page.goto('/admin/samples?tab=requests')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  release()
  await expect(page.getByText('Sample requests could not be loaded')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('settings have no problems next to an invitation link, in each tab, and on the page that the link opens', async ({
  staffPage: page,
}) => {
  await page.goto('/admin/settings?edit=new')
  await page.getByLabel('Name').fill('Omar Example')
  await page.getByLabel('Email').fill('omar@example.com')
  await press(page, 'Create invitation')
  await expect(toast(page)).toContainText('Invitation created successfully')
  const link = await page.getByLabel('One-time link').inputValue()
  expect(await violations(page)).toEqual([])
  await press(page, 'Copy link')
  await press(page, 'Done')
  await expect(page.getByText('omar@example.com')).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const [tab, text] of [
    ['CRM', 'Not configured'],
    ['Sign-ins', 'Showing'],
    ['Access', 'Staff member'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(text).first()).toBeVisible()
    expect(await violations(page), tab).toEqual([])
  }
  for (const [address, text] of [
    [link, 'Set your password'],
    [`${link}x`, 'This link does not work'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByText(text).first()).toBeVisible()
    expect(await violations(page), text).toEqual([])
  }
})

test('leads have no problems in the list, a filter, each dialog, and the panel with its pipeline', async ({
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
  expect(await violations(page)).toEqual([])
  await press(page, 'Assign')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await press(page, 'Cancel')

  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    if (width < 768) await press(page, /^Filters/)
    await press(page, /^Stage( 1)?$/)
    await page.getByRole('checkbox', { name: 'Contacted' }).click()
    // Wait until the filtered rows have replaced the earlier ones, which are faint in the meantime.
    await expect(page.locator('[data-row]')).toHaveCount(width < 768 ? 2 : 1)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await axeFaults(page), `the filter at ${width} px`).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('[data-row]').first().click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await expect(panel.getByRole('button', { name: 'Merge Dana Example into this lead' })).toBeVisible()
  await panel.getByLabel('Stage').selectOption('lost')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Reason is required')).toBeVisible()
  expect(await violations(page, { isThorough: true })).toEqual([])
})

test.describe('the dashboard', () => {
  test.beforeEach(async ({ db }) => {
    await db.query(`
      insert into lead (id, first_name, last_name, email, company, industry, volume, lead_source, source, status, created_at,
                        stage, lost_reason, crm_failures)
      select gen_random_uuid(), 'Dana', i::text, i || '@example.com', 'Example Roofing', 'retail', '5000-25000', 'Website',
             (array['Main Website', 'Mortgage Page', 'Digital Audience Page'])[1 + i % 3],
             (array['new', 'synced', 'sync_failed', 'qualified'])[1 + i % 4], now() - make_interval(days => i % 25),
             case when i > 30 then 'lost' else 'new' end, case when i > 30 then 'price' end,
             '[{"at":"2026-11-20T15:04:05.123Z","reason":"The CRM rejected the record (422)."}]'
        from generate_series(1, 40) i`)
  })

  test('has no problems when filled, with the column menu, in the palette, next to an error, in the help, and in reports', async ({
    staffPage: page,
  }) => {
    await page.route('**/retry-sync', (route) => route.abort())
    await page.goto('/admin?chart=leads')
    await expect(page.getByText('Showing 40 of 40')).toBeVisible()
    // Phones show cards, and desktops a table.
    expect(await violations(page, { isThorough: true })).toEqual([])
    await page.getByText('Show as a table').click()
    await press(page, 'Columns')
    await expect(page.getByRole('dialog', { name: 'Columns and row height' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    // The first row of the list, because a row half behind the table heading would count as too small.
    await page.keyboard.type('2@example')
    const found = page.getByRole('option', { name: /^Dana 2 / })
    await expect(found).toBeVisible()
    expect(await violations(page)).toEqual([])
    while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Lead' })
    await panel.getByRole('button', { name: 'Retry sync' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Failed to retry the CRM sync')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.goto('/admin/campaigns?tab=pipeline')
    await expect(page.getByRole('table', { name: 'Leads by owner' })).toContainText('Unassigned')
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 375, height: 800 })
    await press(page, 'Menu')
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  })

  test('has no problems while it loads, and when nothing can be loaded', async ({ staffPage: page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const held = new Set<string>()
    await page.route(/\/api\/admin\/(leads|stats)/, async (route) => {
      held.add(route.request().url())
      await released
      await route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: '{"code":"x","requestId":"r"}',
      })
    })
    await page.goto('/admin?chart=leads')
    await expect(page.getByRole('tabpanel').locator('[aria-busy="true"]')).toBeVisible()
    await expect.poll(() => held.size).toBe(7)
    expect(await violations(page)).toEqual([])
    release()
    await expect(page.getByText('The chart could not be loaded')).toBeVisible()
    await expect(page.getByText('Leads could not be loaded')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})
