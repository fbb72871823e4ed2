import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type pg from 'pg'
import { addCustomer } from 'tools/customer'
import { sendPostcard } from './postcard.ts'
import { expect, test } from './test.ts'

const address = { AddressLine1: '1418 Cedar Ln', City: 'Tulsa', State: 'OK', Zip: '74104' }

/** Sends one card per name, and waits until all are checked and can no longer be canceled. */
async function sendCards(page: Page, db: pg.Client, key: string, names: string[]): Promise<void> {
  for (const Name of names) {
    const answer = await sendPostcard(page.request, key, { To: { ...address, Name } })
    expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)])
  }
  // Skips the 15 minutes in which a piece can be canceled.
  await db.query('update piece set cancelable_until = now()')
  const waiting = async () => (await page.request.get('/api/admin/waiting-pieces')).json()
  await expect.poll(waiting, { timeout: 40_000 }).toMatchObject([{ pieces: names.length }])
}

const toast = (page: Page) => page.getByRole('region', { name: 'Notification' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const place = (page: Page, number: number) => page.getByRole('listitem', { name: `Position ${number}`, exact: true })
const file = (page: Page) => page.getByRole('listitem', { name: 'File 1' })

/** Creates a run of all waiting pieces, and returns its name. */
async function createRun(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Create run of / }).click()
  await page
    .getByRole('dialog', { name: /^Create run/ })
    .getByRole('button', { name: 'Create run' })
    .click()
  const heading = page.getByRole('heading', { name: /^Run \d+ / })
  return /^Run \d+/.exec(String(await heading.textContent()))?.[0] ?? ''
}

/** Downloads the target of a link. */
async function save(page: Page, link: Locator) {
  const saving = page.waitForEvent('download')
  await link.click()
  const saved = await saving
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) }
}

const saveFile = (page: Page) => save(page, file(page).getByRole('link', { name: 'Download' }))

async function removeSecond(page: Page, run: string): Promise<void> {
  await button(page, 'Remove pieces…').click()
  const form = page.getByRole('dialog', { name: /^Remove pieces from run/ })
  await form.getByLabel('Positions').fill('2')
  await expect(form.getByRole('radio', { name: /^Print again/ })).toBeChecked()
  await form.getByLabel('Reason').fill('Paper jam')
  await form.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page)).toContainText(`${run} now has 1 removed piece`)
  await expect(place(page, 2)).toContainText(/Removed .*: Paper jam/)
}

async function printAndMail(page: Page): Promise<void> {
  await button(page, 'Mark as printed…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as printed' }).click()
  await button(page, 'Mark as mailed…').click()
  const mailing = page.getByRole('dialog', { name: /as mailed$/ })
  await mailing.getByLabel('Post office').fill('Renno')
  await mailing.getByRole('button', { name: 'Mark as mailed' }).click()
  await button(page, 'Edit mailing…').click()
  const correcting = page.getByRole('dialog', { name: /^Mailing of run/ })
  await correcting.getByLabel('Post office').fill('Reno')
  await correcting.getByLabel('Statement number').fill('PS-1047')
  await correcting.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Mailing saved')
  await expect(page.getByText('Reno', { exact: true })).toBeVisible()
  await expect(page.getByText('PS-1047')).toBeVisible()
}

/** Imports a file of scans, and returns the dialog with the report. */
async function importScans(page: Page, lines: string[]): Promise<Locator> {
  await page.getByRole('tab', { name: 'Tracking' }).click()
  await expect(page.getByText('No scans imported yet')).toBeVisible()
  await button(page, 'Import scans…').click()
  const dialog = page.getByRole('dialog', { name: 'Import scans' })
  await dialog.getByLabel('CSV file of scans').setInputFiles({
    name: 'scans.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['IMb,Op code,ZIP,Scan date', ...lines].join('\n')),
  })
  await expect(dialog.getByRole('heading', { name: '2. Check the columns' })).toBeFocused()
  await dialog.getByRole('button', { name: `Import ${lines.length} rows` }).click()
  return dialog
}

test('a run is canceled, its pieces are printed without a spoiled one and mailed, and scans update them', async ({
  staffPage: page,
  product,
  db,
}) => {
  const customer = await addCustomer(product.databaseUrl)
  await sendCards(page, db, customer.live.key, ['Ana Sample', 'Ben Sample'])
  await page.goto('/admin/production')

  await test.step('a run is canceled, and its pieces go back to waiting', async () => {
    await createRun(page)
    await button(page, 'Cancel run…').click()
    const question = page.getByRole('dialog', { name: /^Cancel run/ })
    await question.getByLabel('Reason').fill('Wrong stock')
    await question.getByRole('button', { name: 'Cancel run' }).click()
    await expect(page.getByRole('heading', { name: /^Run \d+ Canceled$/ })).toBeVisible()
    await page.getByRole('tab', { name: 'Waiting' }).click()
    await expect(page.getByRole('list', { name: 'Waiting pieces' })).toContainText('2 pieces')
  })

  const run = await createRun(page)

  await test.step('a piece is removed, and the file is regenerated without it', async () => {
    await expect(page.getByRole('heading', { name: `${run} Ready to print` })).toBeVisible({ timeout: 40_000 })
    await expect(file(page)).toContainText('2 pieces')
    const all = await saveFile(page)
    expect(all.name).toBe(`${run.toLowerCase().replace(' ', '-')}-file-1-revision-1.pdf`)
    expect(all.content.subarray(0, 5).toString()).toBe('%PDF-')
    await removeSecond(page, run)
    await expect(file(page)).toContainText(/Ready.*1 piece, 1 sheet.*2 pages/, { timeout: 40_000 })
    const rest = await saveFile(page)
    expect(rest.content.equals(all.content)).toBe(false)
    await button(page, 'Regenerate files').click()
    await expect(toast(page)).toContainText('Files are being regenerated')
    // A press operator may already have the earlier file, so it stays the same.
    expect((await saveFile(page)).content.equals(rest.content)).toBe(true)
  })

  await test.step('the manifest lists the remaining pieces', async () => {
    const manifest = await save(page, page.getByRole('link', { name: 'Manifest' }))
    expect(manifest.name).toMatch(/^run-\d+-revision-2-manifest.*\.csv$/)
    const lines = manifest.content.toString().trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[0])).toEqual(['place', '1'])
    await button(page, 'All runs').click()
    await expect(page.getByRole('list', { name: 'Print runs' }).getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('listitem', { name: run })).toContainText('1 piece, 1 removed')
    await button(page, run).click()
  })

  await test.step('the run is printed and mailed, and its mailing is corrected', () => printAndMail(page))

  await test.step('scans update its pieces', async () => {
    const barcode = await place(page, 1)
      .getByText(/^\d{20,31}$/)
      .textContent()
    const url = page.url()
    const time = new Date().toISOString()
    const dialog = await importScans(page, [
      `${barcode},delivered,74104,${time}`,
      `${barcode},delivered,74104,${time}`,
      `${'9'.repeat(31)},delivered,74104,${time}`,
    ])
    await expect(dialog.getByRole('status')).toContainText(/^3 rows: 1 updated a piece.*1 had an unknown barcode/)
    await expect(dialog.getByRole('region', { name: 'Rows that were not imported' })).toContainText(
      'No printed live piece has this barcode',
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    const imported = page.getByRole('listitem', { name: 'scans.csv' })
    await expect(imported).toContainText('1 of 3 rows updated a piece')
    await expect(imported).toContainText('1 duplicate or late, 1 unknown')
    await page.goto(url)
    await expect(place(page, 1)).toContainText('Delivered')
  })
})
