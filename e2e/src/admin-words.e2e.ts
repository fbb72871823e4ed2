import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const screens = [
  ['/admin', 'Showing 2 of 2'],
  ['/admin?view=spam', 'Showing 1 of 1'],
  ['/admin/samples?tab=requests', 'Showing 3 of 3'],
  ['/admin/samples?tab=requests&view=spam', 'Showing 1 of 1'],
  ['/admin/pricing', 'Letter, certified with electronic return receipt'],
] as const

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, phone, company, lead_source, source, status, volume, is_spam)
    select gen_random_uuid(), 'Wilhelmina-Alexandra', 'Featherstone-Montgomery', 'wilhelmina' || n || '@mail.example.com',
           '(800) 555-0142', 'Granite State Automotive Group', 'Website', 'Main Website', 'synced', 'over-100000', n = 3
      from generate_series(1, 3) as n`)
  await db.query(`
    insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type, notes,
                                crm_status, crm_error, is_spam)
    select gen_random_uuid(), 'Wilhelmina-Alexandra', 'Featherstone-Montgomery', 'wilhelmina' || n || '@mail.example.com',
           '12 Example Street', 'Cambridge', 'MA', '02138', 'both', repeat('Please send the heavier stock. ', 6),
           (array['synced', 'failed', 'pending', 'pending'])[n], 'The CRM rejected the record (422).', n = 4
      from generate_series(1, 4) as n`)
  await db.query(`
    insert into pricing_product (id, name, category, starting_price, features, sort_order)
    values (gen_random_uuid(), 'Letter, certified with electronic return receipt', 'letter', 5.4, '{}', 10)`)
})

/** Words that their box cuts off at the side, or that lie outside of the screen. */
const lostWords = (page: Page) =>
  page.evaluate(() => {
    const faults = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      const words = [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent)
        .join('')
      const { left, right, width } = element.getBoundingClientRect()
      // Text for screen readers has one pixel.
      if (!element.textContent || words === '' || width <= 1 || element.closest('[aria-hidden=true], select')) continue
      const isCut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      // A column of one line per lead shows the whole text as a tooltip.
      const isTold = element.closest('[title]')?.getAttribute('title')?.includes(words.trim())
      if ((isCut && !isTold) || left < -1 || right > innerWidth + 1) faults.push(element.textContent.slice(0, 40))
    }
    return faults
  })

async function lostAt(page: Page, widths: number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    // The lists are cards on a phone, and a table on a desktop.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    faults.push(...(await lostWords(page)).map((fault) => `${page.url()} at ${width} px: ${fault}`))
  }
  return faults
}

test('no text of the lists is cut off or out of sight', async ({ staffPage: page }) => {
  const faults: string[] = []
  for (const [address, text] of screens) {
    await page.goto(address)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('tab', { name: /^Spam \d/ })).toHaveCount(address.includes('pricing') ? 0 : 1)
    faults.push(...(await lostAt(page, [1280, 768, 320])))
  }
  expect(faults).toEqual([])
})

test('no text of the leads is cut off or out of sight', async ({ staffPage: page, db }) => {
  await db.query(`
    update lead set stage = 'qualified', next_step = repeat('Send samples of the heavier stock. ', 3),
                    next_step_on = current_date - 1, owner_id = (select id from staff_user limit 1)`)
  await page.goto('/admin/leads')
  await expect(page.getByText('Showing 2 of 2')).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Due \d/ })).toBeVisible()
  expect(await lostAt(page, [1280, 768, 320])).toEqual([])
})

test('the mark of a duplicate leaves room for the name', async ({ staffPage: page, db }) => {
  await db.query(`update lead set first_name = 'Dana', last_name = 'Featherly'`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/leads')
  const names = page.getByRole('button', { name: 'Dana Featherly' })
  await expect(names).toHaveCount(2)
  await expect(page.getByText('Duplicate?')).toHaveCount(2)
  for (const name of await names.all())
    expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
})

test('the request table shows each state in full, and the filters of a list share a line', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`update sample_request set created_at = now() - interval '15 days' where crm_status = 'failed'`)
  await page.goto('/admin/samples?tab=requests')
  const late = page.getByRole('row', { name: /Failed/ })
  await expect(late.getByText(/^Late: \d+ days$/)).toBeVisible()
  expect(await lostAt(page, [1280, 1440, 1920])).toEqual([])
  expect((await late.boundingBox())?.height).toBe(44)

  await page.goto('/admin')
  const fields = page.getByRole('search').getByRole('combobox')
  await expect(fields).toHaveCount(5)
  const tops = await fields.evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
})
