import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Words that are cut off by their box or lie outside the screen. */
const lostWords = (page: Page) =>
  page.evaluate(() => {
    const faults = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const words = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent)
        .join('')
      const { left, right, width } = element.getBoundingClientRect()
      // Text for screen readers is one pixel wide.
      if (!element.textContent || words === '' || width <= 1 || element.closest('[aria-hidden=true], select')) continue
      const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      // In the one-line rows of leads, a tooltip shows the full text.
      const isTold = element.closest('[title]')?.getAttribute('title')?.includes(words.trim())
      if ((isCut && !isTold) || left < -1 || right > innerWidth + 1) faults.push(element.textContent.slice(0, 40))
    }
    return faults
  })

async function lostAt(page: Page, widths: number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // Lists are cards on a phone, and a table on a desktop.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    faults.push(...(await lostWords(page)).map((fault) => `${page.url()} at ${width} px: ${fault}`))
  }
  return faults
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('no text in the lists is cut off or off screen', async ({ staffPage: page, db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, phone, company, lead_source, source, status, volume, is_spam,
                      stage, next_step, next_step_on, owner_id)
    select gen_random_uuid(), 'Wilhelmina-Alexandra', 'Featherstone-Montgomery', 'wilhelmina' || n || '@mail.example.com',
           '(800) 555-0142', 'Granite State Automotive Group', 'Website', 'Main Website', 'synced', 'over-100000', n = 3,
           'qualified', repeat('Send samples of the heavier stock. ', 3), current_date - 1, (select id from staff_user)
      from generate_series(1, 3) as n`)
  await db.query(`
    insert into sample_request (id, created_at, first_name, last_name, email, address_line1, city, state, zip, sample_type,
                                notes, crm_status, crm_error, is_spam)
    select gen_random_uuid(), now() - (case when n = 2 then 15 else 0 end) * interval '1 day', 'Wilhelmina-Alexandra',
           'Featherstone-Montgomery', 'wilhelmina' || n || '@mail.example.com', '12 Example Street', 'Cambridge', 'MA',
           '02138', 'both', repeat('Please send the heavier stock. ', 6),
           (array['synced', 'failed', 'pending', 'pending'])[n], 'The CRM rejected the record (422).', n = 4
      from generate_series(1, 4) as n`)
  await db.query(`
    insert into pricing_product (id, name, category, starting_price, features, sort_order)
    values (gen_random_uuid(), 'Letter, certified with electronic return receipt', 'letter', 5.4, '{}', 10)`)
  for (const { address, text, tab, widths = [1280, 768, 320] } of [
    { address: '/admin?view=spam', text: 'Showing 1 of 1', tab: /^Spam \d/ },
    { address: '/admin/leads', text: 'Showing 2 of 2', tab: /^Due \d/ },
    { address: '/admin/samples?tab=requests&view=spam', text: 'Showing 1 of 1', tab: /^Spam \d/ },
    { address: '/admin/pricing', text: 'Letter, certified with electronic return receipt', tab: 'Products' },
    { address: '/admin', text: 'Showing 2 of 2', tab: /^Spam \d/, widths: [320, 768, 1280] },
    {
      address: '/admin/samples?tab=requests',
      text: 'Showing 3 of 3',
      tab: /^Spam \d/,
      widths: [320, 768, 1280, 1440, 1920],
    },
  ]) {
    await page.goto(address)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('tab', { name: tab })).toBeVisible()
    expect.soft(await lostAt(page, widths)).toEqual([])
    if (address === '/admin') {
      const fields = page.getByRole('search').getByRole('combobox')
      await expect(fields).toHaveCount(5)
      const tops = await fields.evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().top)))
      expect(new Set(tops).size, 'the filters share a line').toBe(1)
    }
  }
  const late = page.getByRole('row', { name: /Failed/ })
  await expect(late.getByText(/^Late: \d+ days$/)).toBeVisible()
  expect((await late.boundingBox())?.height).toBe(44)
})

test('a lead takes one line in the list, with its name next to the duplicate mark, and nothing overflows', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, company, lead_source, source, next_step, next_step_on)
    select gen_random_uuid(), 'Maximiliana', 'Example-Placeholder of Tulsa', 'a.long.address.' || n || '@mail.example.com',
           'Example Dental Practice of the Greater Tulsa Area', 'Website', 'Main Website',
           'Ask who decides about the budget for the fall', current_date - 1
      from generate_series(1, 30) n`)
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source)
    select gen_random_uuid(), 'Dana', 'Featherly', 'dana@mail.example.com', 'Website', 'Main Website'
      from generate_series(1, 2)`)
  await db.query(`
    insert into lead_view (id, staff_id, name, query, is_shared)
    select gen_random_uuid(), staff_user.id, 'A view with a long name, number ' || n, 'stage=won', true
      from staff_user, generate_series(1, 30) n`)
  await page.goto('/admin/leads')
  await expect(page.getByRole('row', { name: /Maximiliana/ })).toHaveCount(30)
  await expect(page.getByText('32 leads')).toBeVisible()
  await expect(page.getByRole('row', { name: /Dana Featherly/ }).getByText('Duplicate?')).toHaveCount(2)
  for (const name of await page.getByRole('button', { name: 'Dana Featherly' }).all())
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), 'the name is shown in full').toBe(true)
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await page
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
      )
    expect(Math.max(...lines.map(({ height }) => height))).toBeLessThan(38)
    expect(lines.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(width < 1440 ? 14 : 16)
  }

  await page.getByRole('checkbox', { name: 'Select Dana Featherly' }).first().check()
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await overflow(page), `with a lead selected, at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.locator('[data-row]').first().click()
  await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
  for (const width of [1024, 768, 320]) {
    await page.setViewportSize({ width, height: 720 })
    expect(await overflow(page), `with a lead open, at ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/admin/leads?q=${'x'.repeat(200)}`)
  await expect(page.getByRole('button', { name: 'Remove filter Search: x' })).toBeVisible()
  expect(await overflow(page), 'with a text that is longer than a phone is wide').toBeLessThanOrEqual(0)
})

test('a phone shows every view of the leads', async ({ staffPage: page, db }) => {
  // Counts of realistic length make the tabs wide.
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, status, is_spam)
    select gen_random_uuid(), 'Omar', 'Example', n || '@example.org', 'Website', 'Main Website',
           (array['synced', 'sync_failed', 'new'])[n % 3 + 1], n > 3000
      from generate_series(1, 3030) n`)
  await page.setViewportSize({ width: 320, height: 720 })
  await page.goto('/admin')
  const views = page.getByRole('tablist', { name: 'Views' }).getByRole('tab')
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await expect(views).toHaveText(['All 3,000', 'New 1,000', 'Sync Failed 1,000', 'Synced 1,000', 'Spam 30'])
    for (const view of await views.all()) await expect(view).toBeInViewport({ ratio: 1 })
  }
})

test('the lead panel shows the pipeline without scrolling, leaves the list usable, and keeps its scroll position', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, message, created_at)
    select gen_random_uuid(), (array['Marcus', 'Nia'])[i], 'Example', i || '@example.com', 'Website', 'Main Website',
           'About 3,000 a month.', now() - make_interval(hours => i)
      from generate_series(1, 2) i`)
  const panel = page.getByRole('dialog', { name: 'Lead' })
  const overlay = page.locator('.mantine-Drawer-overlay')
  const expectWorkInSight = async () => {
    for (const part of [
      panel.getByLabel('Stage'),
      panel.getByRole('button', { name: 'Add note' }),
      panel.getByText(/^Repl/),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/leads')
  await page.getByRole('button', { name: /Marcus Example/ }).click()
  await expectWorkInSight()
  await expect(overlay).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectWorkInSight()
  await expect(overlay).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(page.locator('tr[data-open]')).toContainText('Nia Example')

  await page.setViewportSize({ width: 390, height: 600 })
  await panel.getByLabel('Add a note').fill('Called.')
  const name = panel.getByRole('heading', { name: 'Nia Example' })
  const details = panel.getByRole('heading', { name: 'Details' })
  await details.evaluate((heading) => heading.scrollIntoView())
  await expect(name).not.toBeInViewport()
  await panel.getByLabel('Add a note').press('Control+Enter')
  await expect(panel.getByRole('listitem').getByText('Called.')).toBeVisible()
  // Not checked by scroll offset, which changes as parts load even if the same content stays in view.
  await expect(details).toBeInViewport()
  await expect(name).not.toBeInViewport()
})

test('a name that is one long word does not push anything off a phone', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into campaign_link (id, code, target, label, campaign)
     values (gen_random_uuid(), 'Ab3dEf7', '/', repeat('spring_', 25), 'Spring')`,
  )
  const account = await db.query<{ id: string }>(
    `insert into customer_account (id, name, billing_name, billing_email)
     values (gen_random_uuid(), repeat('roofing_', 18), 'Dana Example', 'billing@example.com') returning id`,
  )
  const dialog = page.getByRole('dialog')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/campaigns?tab=links')
  await page.getByRole('button', { name: /^QR code and scans/ }).click()
  await expect(dialog.locator('.mantine-Modal-close')).toBeInViewport({ ratio: 1 })
  await page.goto(`/admin/accounts?account=${account.rows[0]?.id}`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText(/can’t send pieces/)).toBeVisible()
  expect(await overflow(page), 'the title of an account').toBeLessThanOrEqual(0)
  const cut = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(cut, 'the text of a question').toBeLessThanOrEqual(0)
})
