import { expect, test } from './test.ts'

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, message, created_at)
    select gen_random_uuid(), (array['Dana', 'Marcus', 'Nia'])[i], 'Example', i || '@example.com', 'Website', 'Main Website',
           'About ' || i || ',000 a month.', now() - make_interval(hours => i)
      from generate_series(1, 3) i`)
})

test('leads are opened, assigned, annotated, and planned one after another by keyboard alone', async ({
  staffPage: page,
  db,
}) => {
  await page.goto('/admin/leads')
  await expect(page.locator('[data-row]')).toHaveText(['Dana Example', 'Marcus Example', 'Nia Example'])
  const panel = page.getByRole('dialog', { name: 'Lead' })
  const toast = page.getByRole('region', { name: 'Notification' })
  const title = (name: string) => panel.getByRole('heading', { name, level: 2, exact: true })

  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (const [index, name] of ['Dana Example', 'Marcus Example', 'Nia Example'].entries()) {
    await expect(panel.getByText(`About ${index + 1},000 a month.`)).toBeVisible()
    await expect(panel.getByRole('region', { name: 'Timeline' })).toBeVisible()
    await page.keyboard.press('a')
    await expect(panel.getByLabel('Owner')).toBeFocused()
    // The test account is called "First owner".
    await page.keyboard.type('First')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Contacted')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Send samples')
    await page.keyboard.press('Tab')
    await page.keyboard.type('12012027')
    await page.keyboard.press('Control+Enter')
    await expect(toast).toContainText('Lead updated successfully')
    await expect(title(name)).toBeFocused()
    await page.keyboard.press('n')
    await page.keyboard.type(`Called ${name}.`)
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByRole('listitem').getByText(`Called ${name}.`)).toBeVisible()
    await expect(title(name)).toBeFocused()
    await page.keyboard.press('j')
  }
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  // The letter after g opens a screen, even though this screen also uses it as a shortcut.
  await page.keyboard.press('x')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible()

  const { rows } = await db.query(`
    select first_name, stage, next_step, next_step_on::text, owner_id is not null as is_owned,
           (select string_agg(action, ' ' order by created_at) from record_change where record_id = lead.id) as happened
      from lead order by created_at desc`)
  expect(rows).toEqual(
    ['Dana', 'Marcus', 'Nia'].map((name) => ({
      first_name: name,
      stage: 'contacted',
      next_step: 'Send samples',
      next_step_on: '2027-12-01',
      is_owned: true,
      happened: 'update note',
    })),
  )
})

test('a view is saved, renamed, and deleted, and one person’s leads are merged and unmerged', async ({
  staffPage: page,
  db,
}) => {
  await db.query(`update lead set stage = 'won' where first_name = 'Nia'`)
  await db.query(`update lead set email = 'dana@example.com' where first_name in ('Dana', 'Nia')`)
  await page.goto('/admin/leads?stage=won')
  const rows = page.locator('[data-row]')

  await test.step('a view', async () => {
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByLabel('Name').fill('Won ones')
    await dialog.getByLabel('Shared with everyone').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('tab', { name: 'Won ones 1' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'Edit view' }).click()
    await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Name').fill('Ours')
    await page.keyboard.press('Control+Enter')
    const tab = page.getByRole('tab', { name: 'Ours 1' })
    await expect(tab).toBeVisible()
    await page.getByRole('tab', { name: /^All/ }).click()
    await expect(rows).toHaveCount(3)
    await page.goBack()
    await expect(rows).toHaveText(['Nia Example'])
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click()
    await expect(tab).toHaveCount(0)
    // The filters remain.
    await page.getByRole('button', { name: 'Remove filter Stage: Won' }).click()
  })

  await test.step('a merge', async () => {
    await page.getByRole('button', { name: 'Dana Example' }).click()
    const panel = page.getByRole('dialog', { name: 'Lead' })
    await panel.getByRole('button', { name: 'Merge Nia Example into this lead' }).click()
    await page.getByRole('dialog', { name: 'Merge leads?' }).getByRole('button', { name: 'Merge', exact: true }).click()
    await expect(panel.getByText('Another lead was merged into this one')).toBeVisible()
    await expect(rows).toHaveText(['Dana Example', 'Marcus Example'])
    await panel.getByRole('button', { name: 'Undo merge of Nia Example' }).click()
    await expect(panel.getByText('A lead was unmerged')).toBeVisible()
    await expect(rows).toHaveCount(3)
  })
})
