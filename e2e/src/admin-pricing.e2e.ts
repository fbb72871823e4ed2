import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { faultsOnBothWidths as violations } from './accessibility.ts'
import { expect, test } from './test.ts'

test.use({ colorScheme: 'dark' })

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })

async function publicNames(request: APIRequestContext): Promise<string[]> {
  const products: { name: string }[] = await (await request.get('/api/pricing/products')).json()
  return products.map(({ name }) => name)
}

test('a product is created, shown, hidden, and edited, and each change is in the log', async ({
  staffPage: page,
  request,
}) => {
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Add Product' }).click()
  const creating = page.getByRole('dialog', { name: 'Add Product' })
  await creating.getByLabel('Name').fill('First Class letter')
  await creating.getByLabel('Category').selectOption('letter')
  const price = creating.getByLabel('Starting price')
  await price.fill('0.83')
  await price.press('ArrowUp')
  await expect(price).toHaveValue('0.84')
  await creating.getByLabel('Features').fill('28 lb paper\n\nDuplex is free')
  await creating.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Product created successfully')
  const card = page.getByRole('listitem', { name: 'First Class letter' })
  await expect(card).toContainText('$0.84')
  // A new product is hidden until staff show it.
  await expect(card.getByText('Hidden', { exact: true })).toBeVisible()
  expect(await publicNames(request)).toEqual([])

  await card.getByRole('button', { name: 'Show First Class letter' }).click()
  await expect(toast(page)).toContainText('Product visibility updated')
  await expect(card.getByText('Hidden', { exact: true })).toHaveCount(0)
  expect(await publicNames(request)).toEqual(['First Class letter'])

  await card.getByRole('button', { name: 'Edit First Class letter' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Product' })
  await expect(editing.getByLabel('Features')).toHaveValue('28 lb paper\nDuplex is free')
  await editing.getByLabel('Starting price').fill('0.835')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Product updated successfully')
  await expect(card).toContainText('$0.835')

  await page.getByRole('tab', { name: 'Audit Log' }).click()
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(entries).toHaveCount(3)
  await expect(entries.first()).toContainText('$0.84 → $0.835')
  await entries
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  const question = page.getByRole('dialog', { name: 'Restore earlier values?' })
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(toast(page)).toContainText('Product updated successfully')
  await expect(entries).toHaveCount(4)

  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^pricing-changes-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toMatch(/startingPrice: 0\.84 → 0\.835$/)
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(card).toContainText('$0.84')
})

test('when two people edit a product, neither overwrites the other unknowingly', async ({ staffPage: page, db }) => {
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, features)
     values (gen_random_uuid(), 'Postcard', 'postcard', 0.62, '{}')`,
  )
  await page.goto('/admin/pricing')
  await page.getByRole('button', { name: 'Edit Postcard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Product' })
  await dialog.getByLabel('Starting price').fill('0.6')
  // The other person saves first.
  const [product] = (await db.query('select id, name, category, features from pricing_product')).rows
  const { id, ...rest } = product
  const theirs = { ...rest, name: 'Postcard, theirs', startingPrice: 0.63, isVisible: true }
  expect((await page.request.put(`/api/admin/pricing/products/${id}`, { data: theirs })).status()).toBe(200)

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/^Changed by .*, just now$/)).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Starting price $0.63 $0.60' })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Postcard, theirs')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByLabel('Starting price')).toHaveValue('0.63')
  await dialog.getByLabel('Starting price').fill('0.6')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Product updated successfully')
  const { rows } = await db.query('select name, starting_price::float8 as price from pricing_product')
  expect(rows).toEqual([{ name: 'Postcard, theirs', price: 0.6 }])
})

test('a product dragged by its handle moves, on the public site too', async ({ staffPage: page, request, db }) => {
  await db.query(`
    insert into pricing_product (id, name, category, starting_price, features, sort_order)
    values (gen_random_uuid(), 'Postcard', 'postcard', 0.62, '{}', 10),
           (gen_random_uuid(), 'Letter', 'letter', 0.9, '{}', 20)`)
  await page.goto('/admin/pricing')
  const letter = page.getByRole('listitem', { name: 'Letter' })
  await letter.getByTitle('Drag to reorder').dragTo(page.getByRole('listitem', { name: 'Postcard' }))
  await expect(toast(page)).toContainText('Product updated successfully')
  expect(await publicNames(request)).toEqual(['Letter', 'Postcard'])
})
