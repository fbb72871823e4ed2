import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const run = promisify(execFile)

/** The parts of a proof that are used here. */
interface Proof {
  Id: string
  Status: string
  Price: { Unit: number; Total: number } | null
  PdfUrl: string | null
  Pages: { PngUrl: string }[]
  Checks: { Code: string }[]
}

/** Prices shown on the pages next to the samples. */
const prices: Record<string, number> = { '/v1/postcards': 0.68, '/v1/letters': 0.9 }

const folder = mkdtempSync(path.join(tmpdir(), 'samples-'))

/** The text of a sample's tab, as copied by its button. */
async function textOf(sample: Locator, tab: string): Promise<string> {
  await sample.getByRole('tab', { name: tab }).click()
  return String(await sample.locator('pre').textContent())
}

/** Runs the command unchanged. */
async function answerOfCurl(command: string): Promise<Proof> {
  const { stdout } = await run('sh', ['-c', command])
  return JSON.parse(stdout) as Proof
}

/** Runs the program unchanged. It prints the response status, the proof status, and the price. */
async function outputOfNode(program: string, name: string): Promise<string> {
  const file = path.join(folder, name)
  writeFileSync(file, program)
  // The test runner tells every program to print colors.
  return (await run(process.execPath, [file], { env: { ...process.env, FORCE_COLOR: '0' } })).stdout
}

/** Polls until the proof is ready, as the response for a letter instructs. */
async function finished(page: Page, first: Proof): Promise<Proof> {
  let proof = first
  await expect(async () => {
    if (proof.Status === 'rendering') {
      proof = (await (await page.request.get(`/v1/proofs/${proof.Id}`)).json()) as Proof
    }
    expect(proof.Status).toBe('ready')
  }).toPass({ timeout: 60_000 })
  return proof
}

// Samples on other pages have one of these two bodies with another description.
for (const one of ['/print/docs', '/print/letters']) {
  test(`the JSON, cURL, and Node.js samples of ${one} run unchanged`, async ({ page, baseURL }) => {
    await page.goto(one)
    const sample = page.getByRole('figure').filter({ has: page.getByRole('tablist') })
    const [method, target = ''] = String(await sample.locator('figcaption span').last().textContent()).split(' ')
    const price = prices[target]
    expect(method).toBe('POST')

    const answer = await page.request.post(target, {
      headers: { 'content-type': 'application/json' },
      data: await textOf(sample, 'JSON'),
    })
    // A proof that takes longer than ten seconds, as on a busy machine, gets a 202 instead.
    expect(target === '/v1/letters' ? [202] : [200, 202]).toContain(answer.status())
    const proof = await finished(page, (await answer.json()) as Proof)
    expect(proof.Price).toMatchObject({ Unit: price, Total: price })
    expect(proof.Checks).toEqual([])
    expect((await (await page.request.get(String(proof.PdfUrl))).body()).subarray(0, 5).toString()).toBe('%PDF-')
    for (const { PngUrl } of proof.Pages) expect((await page.request.get(PngUrl)).status()).toBe(200)
    if (one === '/print/docs') expect(proof).toMatchObject(await shownResponse(page))

    const command = await textOf(sample, 'cURL')
    expect(command).toContain(`curl -X POST ${baseURL}${target}`)
    // A letter is priced once its pages are counted, and its sample does not wait for that.
    const promised = target === '/v1/letters' ? undefined : price
    expect((await answerOfCurl(command)).Price?.Unit).toBe(promised)

    const printed = await outputOfNode(await textOf(sample, 'Node.js'), 'sample.mjs')
    expect(printed).toMatch(/^20[02] (ready|rendering) /)
    expect(printed).toContain(promised === undefined ? 'rendering null' : `Unit: ${price}`)
  })
}

/** The documented response, without the values that differ between proofs. */
async function shownResponse(page: Page): Promise<Record<string, unknown>> {
  const shown = JSON.parse(String(await page.locator('#answer pre').textContent())) as Record<string, unknown>
  const pages = [1, 2].map((number) => expect.objectContaining({ Page: number, Width: 6.25, Height: 4.5 }))
  return { ...shown, Id: expect.any(String), PdfUrl: expect.any(String), Pages: pages }
}

test('the TypeScript sample of the sandbox runs unchanged', async ({ page }) => {
  await page.goto('/print/sandbox')
  const sample = page.getByRole('figure').filter({ has: page.getByRole('tablist') })
  expect(await outputOfNode(await textOf(sample, 'TypeScript'), 'sample.ts')).toMatch(/^20[02] (ready|rendering) /)
})
