import { expect, test } from './test.ts'

test.beforeEach(async ({ db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, lead_source, source, message, created_at)
    select gen_random_uuid(), (array['Dana', 'Marcus', 'Nia'])[i], 'Example', i || '@example.com', 'Website', 'Main Website',
           'About ' || i || ',000 a month.', now() - make_interval(hours => i)
      from generate_series(1, 3) i`)
})

test('leads are opened, assigned, annotated, and planned one after another with the keyboard alone', async ({
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
    // The account of the test is called "First owner".
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

test('several leads are selected and moved with keys, and Undo restores each of them', async ({
  staffPage: page,
  db,
}) => {
  await page.goto('/admin/leads')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  const stages = async () => (await db.query<{ stage: string }>('select stage from lead order by created_at desc')).rows
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Stage of 2 leads' })
  await expect(dialog.getByLabel('Stage')).toBeFocused()
  await page.keyboard.type('Qualified')
  await page.keyboard.press('Control+Enter')
  const toast = page.getByRole('region', { name: 'Notification' })
  await expect(toast).toContainText('2 leads moved to Qualified')
  expect(await stages()).toEqual([{ stage: 'qualified' }, { stage: 'qualified' }, { stage: 'new' }])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('2 leads restored')
  expect(await stages()).toEqual([{ stage: 'new' }, { stage: 'new' }, { stage: 'new' }])
  // They are still selected.
  await page.getByRole('button', { name: 'Mark as spam' }).click()
  await expect(page.locator('[data-row]')).toHaveText(['Nia Example'])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(3)
  // The letter after g opens a screen, although it is a key of this one.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible()
})

test('two leads of one person are merged, and unmerged at once or later', async ({ staffPage: page, db }) => {
  await db.query(`update lead set email = 'dana@example.com' where first_name in ('Dana', 'Nia')`)
  await page.goto('/admin/leads')
  await expect(page.getByText('Duplicate?')).toHaveCount(2)
  await page.getByRole('button', { name: 'Dana Example' }).click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await panel.getByRole('button', { name: 'Merge Nia Example into this lead' }).click()
  await page.getByRole('dialog', { name: 'Merge leads?' }).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(panel.getByText('Another lead was merged into this one')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveText(['Dana Example', 'Marcus Example'])
  await page.getByRole('region', { name: 'Notification' }).getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByText('A lead was unmerged')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await panel.getByRole('button', { name: 'Merge Nia Example into this lead' }).click()
  await page.getByRole('dialog', { name: 'Merge leads?' }).getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Undo merge of Nia Example' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(3)
})

test('a colleague sees a shared view, with its count', async ({ staffPage: page, db }) => {
  await db.query(`update lead set stage = 'won' where first_name = 'Nia'`)
  await page.goto('/admin/leads?stage=won')
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Won ones')
  await dialog.getByLabel('Shared with everyone').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('tab', { name: 'Won ones 1' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Edit view' }).click()
  await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Name').fill('Ours')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('tab', { name: 'Ours 1' })).toBeVisible()
  // Somebody else saved it.
  await db.query(`
    with colleague as (
      insert into staff_user (id, email, name, password_hash, role)
      values (gen_random_uuid(), 'nia@example.com', 'Nia Example', 'x', 'editor') returning id)
    update lead_view set staff_id = (select id from colleague)`)
  await page.reload()
  const tab = page.getByRole('tab', { name: 'Ours 1' })
  await expect(tab).toHaveAttribute('title', 'Shared by Nia Example')
  await expect(page.getByRole('button', { name: 'Edit view' })).toHaveCount(0)
  await page.getByRole('tab', { name: /^All/ }).click()
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await tab.click()
  await expect(page.locator('[data-row]')).toHaveText(['Nia Example'])
  // An owner may delete what is shared; the filters stay.
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click()
  await expect(tab).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove filter Stage: Won' })).toBeVisible()
})

test('nothing overflows the screen, at three widths', async ({ staffPage: page }) => {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const width of [320, 768, 1024]) {
    await page.setViewportSize({ width, height: 720 })
    await page.goto('/admin/leads')
    await page.getByRole('checkbox', { name: 'Select Dana Example' }).check()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.locator('[data-row]').first().click()
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
  }
})

test('a page of leads has one line for each, sixteen or more in view on a laptop', async ({ staffPage: page, db }) => {
  await db.query(`
    insert into lead (id, first_name, last_name, email, company, lead_source, source, next_step, next_step_on)
    select gen_random_uuid(), 'Maximiliana', 'Example-Placeholder of Tulsa', 'a.long.address.' || n || '@mail.example.com',
           'Example Dental Practice of the Greater Tulsa Area', 'Website', 'Main Website',
           'Ask who decides about the budget for the fall', current_date - 1
      from generate_series(1, 30) n`)
  await db.query(`
    insert into lead_view (id, staff_id, name, query, is_shared)
    select gen_random_uuid(), staff_user.id, 'A view with a long name, number ' || n, 'stage=won', true
      from staff_user, generate_series(1, 30) n`)
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/admin/leads')
    await expect(page.getByRole('row', { name: /Maximiliana/ })).toHaveCount(30)
    await expect(page.getByText('33 leads')).toBeVisible()
    const lines = await page
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
      )
    expect(Math.max(...lines.map(({ height }) => height))).toBeLessThan(38)
    expect(lines.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(width < 1440 ? 14 : 16)
  }
})

test('the work on a lead is in the first fold of its panel, and the list stays usable next to it', async ({
  staffPage: page,
}) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/admin/leads')
    await page.getByRole('button', { name: /Marcus Example/ }).click()
    const panel = page.getByRole('dialog', { name: 'Lead' })
    for (const part of [
      panel.getByLabel('Stage'),
      panel.getByRole('button', { name: 'Add note' }),
      panel.getByText(/^Repl/),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.mantine-Drawer-overlay')).toHaveCount(width > 1000 ? 0 : 1)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('j')
  await expect(page.locator('tr[data-open]')).toContainText('Nia Example')
})

test('the panel stays where it was scrolled to when a note is stored', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto('/admin/leads')
  await page.getByRole('button', { name: /Marcus Example/ }).click()
  const panel = page.getByRole('dialog', { name: 'Lead' })
  await panel.getByLabel('Add a note').fill('Called.')
  const name = panel.getByRole('heading', { name: 'Marcus Example' })
  const details = panel.getByRole('heading', { name: 'Details' })
  await details.evaluate((heading) => heading.scrollIntoView())
  await expect(name).not.toBeInViewport()
  await panel.getByLabel('Add a note').press('Control+Enter')
  await expect(panel.getByRole('listitem').getByText('Called.')).toBeVisible()
  // Not the position of the scroll bar: parts that load meanwhile move it, and not what is in view.
  await expect(details).toBeInViewport()
  await expect(name).not.toBeInViewport()
})
