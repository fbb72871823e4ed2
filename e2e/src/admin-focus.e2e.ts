import type { Page } from '@playwright/test'
import type pg from 'pg'
import { expect, test } from './test.ts'

// After every action that takes away what had the focus, it is somewhere that makes sense, and never on the body: the next
// Tab would start at the top of the page.

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === document.body || !at
      ? 'nothing'
      : (at.getAttribute('aria-label') ?? at.textContent).trim() || at.tagName
  })

const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first()
  await button.focus()
  await page.keyboard.press('Enter')
}
/** Answers the question of a dialog by keyboard, once the dialog has taken the focus. */
const answer = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog').filter({ has: button })
  await expect(dialog.locator('button:focus')).toHaveCount(1)
  await button.press('Enter')
}
const choose = (page: Page) => page.getByRole('checkbox', { name: 'Select all shown' }).check()
const undo = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('button', { name: 'Undo' })
const pressUndo = async (page: Page) => {
  await undo(page).focus()
  await page.keyboard.press('Enter')
  await expect(undo(page)).toHaveCount(1)
}

async function seed(db: pg.Client): Promise<void> {
  for (const table of ['sample_request', 'lead', 'sample_template', 'pricing_product'])
    await db.query(`delete from ${table}`)
  await db.query(
    `insert into sample_request (id, first_name, last_name, email, address_line1, city, state, zip, sample_type)
     select gen_random_uuid(), name, 'Example', name || '@example.com', '1 Example Street', 'Cambridge', 'MA', '02138', 'both'
       from unnest(array['Ada', 'Ben', 'Cleo']) as name`,
  )
  await db.query(
    `insert into lead (id, first_name, last_name, email, lead_source, source)
     select gen_random_uuid(), name, 'Example', name || '@example.com', 'Website', 'Main Website'
       from unnest(array['Ada', 'Ben', 'Cleo']) as name`,
  )
  await db.query(
    `insert into sample_template (id, name, type, version) select gen_random_uuid(), name, 'letter', 1
       from unnest(array['Winter', 'Spring', 'Autumn']) as name`,
  )
  await db.query(
    `insert into pricing_product (id, name, category, starting_price, sort_order)
     select gen_random_uuid(), name, 'letter', 0.7, place from unnest(array['One', 'Two', 'Three']) with ordinality as p (name, place)`,
  )
}

interface Step {
  what: string
  at: string
  act: (page: Page) => Promise<unknown>
  /** The element with the focus afterwards. */
  focus: RegExp
}

const requests = '/admin/samples?tab=requests&processed=false'

const steps: Step[] = [
  { what: 'one request marked', at: requests, act: (page) => press(page, 'Pending'), focus: /^Processed$/ },
  {
    what: 'its Undo in the row',
    at: requests,
    async act(page) {
      await press(page, 'Pending')
      await press(page, 'Undo')
      await expect(page.getByRole('button', { name: 'Pending', exact: true })).toHaveCount(3)
    },
    focus: /^Pending$/,
  },
  {
    what: 'its Undo in the toast',
    at: requests,
    async act(page) {
      await press(page, 'Pending')
      await pressUndo(page)
    },
    focus: /^(Pending|Processed)$/,
  },
  {
    what: 'many requests marked',
    at: requests,
    async act(page) {
      await choose(page)
      await press(page, 'Mark processed')
      await expect(undo(page)).toBeVisible()
    },
    focus: /^Print and mark sent…$/,
  },
  {
    what: 'the print dialog left with Escape',
    at: requests,
    async act(page) {
      await choose(page)
      await press(page, 'Print and mark sent…')
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByText('3 selected')).toBeVisible()
    },
    focus: /^Print and mark sent…$/,
  },
  {
    what: 'a selection cleared by Escape',
    at: requests,
    async act(page) {
      await choose(page)
      await page.getByRole('button', { name: 'Mark processed' }).focus()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Select all shown')).toBeVisible()
    },
    focus: /./,
  },
  {
    what: 'a template deleted',
    at: '/admin/samples',
    async act(page) {
      await press(page, 'Delete Spring')
      await answer(page, 'Delete')
      await expect(page.getByRole('listitem', { name: 'Spring' })).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    focus: /Winter|Autumn/,
  },
  {
    what: 'a template edited',
    at: '/admin/samples',
    async act(page) {
      await press(page, 'Edit Spring')
      await page.getByRole('dialog').getByLabel('Description').fill('New')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    focus: /^Edit Spring$/,
  },
  {
    what: 'a dialog left with Escape',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Edit Two')
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    focus: /^Edit Two$/,
  },
  {
    what: 'a price of 0 that was asked about',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Edit Two')
      await page.getByRole('dialog').getByLabel('Starting price').fill('0')
      await page.keyboard.press('Control+Enter')
      await answer(page, 'Save price')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
    focus: /^Edit Two$/,
  },
  {
    what: 'a product hidden',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Hide Two')
      await expect(page.getByRole('button', { name: 'Show Two' })).toBeEnabled()
    },
    focus: /^Show Two$/,
  },
  {
    what: 'several leads assigned',
    at: '/admin/leads',
    async act(page) {
      await choose(page)
      await press(page, 'Assign')
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Control+Enter')
      await expect(undo(page)).toBeVisible()
    },
    focus: /^Assign$/,
  },
  {
    what: 'all leads marked as spam',
    at: '/admin/leads',
    async act(page) {
      await choose(page)
      await press(page, 'Mark as spam')
      await expect(page.getByText('No leads found')).toBeVisible()
    },
    focus: /./,
  },
  {
    what: 'a lead closed that the filter no longer finds',
    at: '/admin/leads?stage=new',
    async act(page) {
      await page.getByRole('button', { name: 'Ben Example' }).press('Enter')
      const stage = page.getByRole('dialog').getByLabel('Stage')
      await stage.selectOption('won')
      await stage.press('Control+Enter')
      await expect(undo(page)).toBeVisible()
      await expect(page.locator('[data-row]')).toHaveCount(2)
      await page.keyboard.press('Escape')
    },
    focus: /^All leads$/,
  },
  {
    what: 'many products hidden',
    at: '/admin/pricing',
    async act(page) {
      await choose(page)
      await press(page, 'Hide')
      await expect(undo(page)).toBeVisible()
    },
    focus: /^Show$/,
  },
  {
    what: 'a product moved',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Move Two later')
      await expect(page.getByRole('listitem').filter({ hasText: 'Edit' }).last()).toContainText('Two')
    },
    focus: /^Move Two later$/,
  },
  {
    what: 'its Undo in the toast',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Move Two later')
      await pressUndo(page)
    },
    focus: /^Move Two later$/,
  },
  {
    what: 'a toast closed',
    at: '/admin/pricing',
    async act(page) {
      await press(page, 'Hide Two')
      await page.getByRole('button', { name: 'Close notification' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Close notification' })).toHaveCount(0)
    },
    focus: /^(Show|Hide) Two$/,
  },
]

const screens = new Set(steps.map(({ at }) => at.split('?')[0] ?? at))

for (const screen of screens) {
  test(`the focus is in a sensible place after each action on ${screen}`, async ({ staffPage: page, db }) => {
    for (const { what, at, act, focus } of steps.filter(({ at: address }) => address.split('?')[0] === screen)) {
      await test.step(what, async () => {
        await seed(db)
        await page.goto(at)
        await act(page)
        await expect.poll(() => focused(page)).toMatch(focus)
        await expect.poll(() => focused(page)).not.toBe('nothing')
      })
    }
  })
}
