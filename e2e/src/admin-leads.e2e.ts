import { expect, test } from './test.ts'

test('a lead is found and opened next to the list, and its address reopens it', async ({
  staffPage: page,
  request,
}) => {
  for (const [firstName, company] of [
    ['Dana', 'Example Roofing'],
    ['Nia', 'Example Dental'],
  ]) {
    const data = {
      firstName,
      lastName: 'Example',
      email: `${firstName?.toLowerCase()}@example.com`,
      company,
      message: 'About 3,000 a month.',
      leadSource: 'Website',
      source: 'Mortgage Page',
    }
    expect((await request.post('/api/leads', { data })).status()).toBe(201)
  }
  await page.goto('/admin')
  await expect(page.getByText('dana@example.com')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('dental')
  await expect(page.getByText('dana@example.com')).toHaveCount(0)
  await page.getByRole('button', { name: 'Nia Example' }).click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await expect(panel.getByRole('definition').filter({ hasText: 'Mortgage Page' })).toBeVisible()

  await page.reload()
  await expect(panel.getByText('About 3,000 a month.')).toBeVisible()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('dental')
})

test.describe('three leads', () => {
  test.beforeEach(async ({ db }) => {
    await db.query(`
      insert into lead (id, first_name, last_name, email, company, lead_source, source, status, created_at)
      select gen_random_uuid(), (array['Omar', 'dana', 'Nia'])[i], 'Example', i || '@example.com',
             (array['Example Dental', null, 'Acme Example'])[i], 'Website', 'Main Website',
             (array['synced', 'sync_failed', 'new'])[i], now() - make_interval(hours => i)
        from generate_series(1, 3) i`)
  })

  test('are sorted by the clicked heading, and by the view in the URL', async ({ staffPage: page }) => {
    await page.goto('/admin')
    const names = page.locator('[data-row]')
    await expect(names).toHaveText(['Omar Example', 'dana Example', 'Nia Example'])
    const head = (name: string) => page.getByRole('columnheader', { name })
    await head('Contact').getByRole('button').click()
    await expect(names).toHaveText(['dana Example', 'Nia Example', 'Omar Example'])
    await head('Company').getByRole('button').click()
    await expect(names).toHaveText(['Nia Example', 'Omar Example', 'dana Example'])
    await head('Company').getByRole('button').click()
    await expect(names).toHaveText(['dana Example', 'Omar Example', 'Nia Example'])
    await page.reload()
    await expect(names).toHaveText(['dana Example', 'Omar Example', 'Nia Example'])
    await expect(head('Company')).toHaveAttribute('aria-sort', 'descending')

    await page.getByRole('tab', { name: 'Sync Failed 1' }).click()
    await expect(names).toHaveText(['dana Example'])
    await expect(page.getByText('2 hours ago')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('tab', { name: 'All 3' })).toHaveAttribute('aria-selected', 'true')
    await expect(names).toHaveText(['dana Example', 'Omar Example', 'Nia Example'])
  })

  test('are filtered by a day that is typed, and by text that is longer than a phone is wide', async ({
    staffPage: page,
  }) => {
    await page.goto('/admin/leads')
    await page.getByLabel('Dates').selectOption('Custom range…')
    await page.getByLabel('From').focus()
    for (const digit of '01022099') await page.keyboard.press(digit)
    await expect(page.getByLabel('From')).toHaveValue('2099-01-02')
    await expect(page.getByText('0 leads')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/admin/leads?q=${'x'.repeat(200)}`)
    await expect(page.getByRole('button', { name: 'Remove filter Search: x' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

  test('have every view in sight on a phone', async ({ staffPage: page, db }) => {
    // Counts of the usual length make the tabs wide.
    await db.query(`
      insert into lead (id, first_name, last_name, email, lead_source, source, status, is_spam)
      select gen_random_uuid(), 'Omar', 'Example', n || '@example.org', 'Website', 'Main Website',
             (array['synced', 'sync_failed', 'new'])[n % 3 + 1], n > 3000
        from generate_series(1, 3030) n`)
    await page.goto('/admin')
    const views = page.getByRole('tablist', { name: 'Views' }).getByRole('tab')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 720 })
      await expect(views).toHaveText(['All 3,003', 'New 1,001', 'Sync Failed 1,001', 'Synced 1,001', 'Spam 30'])
      for (const view of await views.all()) await expect(view).toBeInViewport({ ratio: 1 })
    }
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 800 } })

    test('are shown as cards that open, without sideways scrolling', async ({ staffPage: page }) => {
      await page.goto('/admin')
      const card = page.getByRole('button', { name: /^Omar Example Synced Example Dental/ })
      await expect(card).toBeVisible()
      await expect(page.getByRole('table')).toHaveCount(0)
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => one.outerHTML.slice(0, 100)),
      )
      expect(wide).toEqual([])
      await card.click()
      await expect(page.getByRole('dialog', { name: 'Lead' }).getByText('1@example.com')).toBeVisible()
    })
  })
})
