import { expect, test } from './test.ts'

test('before React runs, a link scrolls, text is kept, and a form is sent once', async ({ page, db }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-*.js', (route) => released.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click()
  const contact = page.locator('#contact')
  await expect(contact.getByRole('heading').first()).toBeInViewport()
  await contact.getByLabel('First name').fill('Early')
  await contact.getByLabel('Last name').fill('Bird')
  await contact.getByLabel('Work email').fill('early@example.com')
  await contact.getByLabel('Work email').press('Enter')
  await contact.getByRole('button', { name: 'Request a Demo' }).click()
  release()
  await expect(contact.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  await expect(contact.getByRole('heading').first()).toBeInViewport()
  const { rows } = await db.query('select first_name, last_name, email from lead')
  expect(rows).toEqual([{ first_name: 'Early', last_name: 'Bird', email: 'early@example.com' }])
})

test('the inline demo form says that it is waiting for its code, and is then sent', async ({ page, db }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/InlineLeadForm-*.js', (route) => released.then(() => route.continue()))
  await page.goto('/')
  const contact = page.locator('#contact')
  await contact.getByLabel('First name').fill('Dana')
  await contact.getByLabel('Last name').fill('Example')
  await contact.getByLabel('Work email').fill('dana@example.com')
  await contact.getByRole('button', { name: 'Request a Demo' }).click()
  const note = contact.getByRole('status')
  await expect(note.filter({ hasText: 'the form is still loading' })).toBeVisible()
  await expect(note.filter({ hasText: 'Not sent yet: the connection is slow or down.' })).toBeVisible()
  release()
  await expect(contact.getByRole('heading', { name: 'Thank You' })).toBeVisible()
  await expect(note.filter({ hasText: 'Not sent yet' })).toHaveCount(0)
  expect((await db.query('select email from lead')).rows).toEqual([{ email: 'dana@example.com' }])
})

test('a form whose code has not loaded keeps its text, says that it is waiting, and is sent once the code loads', async ({
  page,
  db,
}) => {
  let network: 'slow' | 'cut' | 'fine' = 'slow'
  await page.route('**', (route) => {
    if (network === 'cut') return route.abort('connectionfailed')
    // The form's code takes longer to load than the visitor stays.
    return network === 'slow' && route.request().url().includes('/assets/Inline') ? undefined : route.continue()
  })
  const form = page.locator('#request')
  await page.goto('/print/samples')
  await form.getByLabel('First name').fill('Dana')
  await form.getByLabel('Last name').fill('Example')
  await form.getByLabel('Email').fill('dana@example.com')
  await page.goto('/print/samples')
  await page.waitForLoadState('networkidle')
  network = 'cut'
  await form.getByLabel(/^Address/).fill('12 Example Street')
  await form.getByLabel('City').fill('Cambridge')
  await form.getByLabel('State').selectOption('MA')
  await form.getByLabel('ZIP Code').fill('02138')
  await form.getByLabel('What should we send?').selectOption('both')
  await form.getByRole('button', { name: 'Send My Samples' }).click()
  const note = form.getByRole('status')
  await expect(note.filter({ hasText: 'the form is still loading' })).toBeVisible()
  await expect(note.filter({ hasText: 'Not sent yet: the connection is slow or down.' })).toBeVisible()
  network = 'fine'
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible()
  await expect(note.filter({ hasText: 'Not sent yet' })).toHaveCount(0)
  const { rows } = await db.query('select first_name, email, city from sample_request')
  expect(rows).toEqual([{ first_name: 'Dana', email: 'dana@example.com', city: 'Cambridge' }])
})
