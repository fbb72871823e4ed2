import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { guideRequests } from '../../../../test/guide-requests.ts'
import { openWorker } from '../../../../test/jobs.ts'
import { letter, postcard, startPrintApp } from '../../../../test/print.ts'
import { openRenderer } from './open-renderer.ts'

const { app, config, db, withKey } = await startPrintApp()
const { em, jobs, stop } = await openWorker(config.databaseUrl)
const log = { info: () => {}, warn: () => {} }
const renderer = await openRenderer(em, jobs, { config, log, onFinished: async () => {}, onLost: () => {} })
const seenRenderers = async () => (await db.query('select confinement, version from print_renderer')).rows
const ready = async () => (await db.query(`select 1 from print_proof where status = 'ready'`)).rows
let firstProof = ''
/** On a busy machine the first proof may take longer than a caller waits. */
beforeAll(async () => {
  const until = (rows: () => Promise<unknown[]>) =>
    vi.waitFor(async () => ((await rows()).length > 0 ? undefined : Promise.reject(new Error('not yet'))), 60_000)
  await until(seenRenderers)
  firstProof = (await app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })).json().Id
  await until(ready)
})
afterAll(async () => {
  await renderer.stop(5_000)
  await stop(0)
})

const waiting = { WaitForRender: true }
const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

/** The path and query of a signed link, which starts with the host of the caller. */
function follow(link: string) {
  const { pathname, search } = new URL(link)
  return app.inject({ method: 'GET', url: pathname + search })
}

test('the browser is isolated here, and the renderer reports that it is alive', async () => {
  expect(renderer.browser.confinement).toEqual({ kind: 'isolated' })
  expect(await seenRenderers()).toEqual([{ confinement: 'isolated', version: process.version }])
})

test('a renderer does not start with a file that is not a press profile', async () => {
  const settings = { ...config, renderer: { ...config.renderer, pressProfile: import.meta.filename } }
  await expect(
    openRenderer(em, jobs, { config: settings, log, onFinished: async () => {}, onLost: () => {} }),
  ).rejects.toThrow('not an ICC profile')
})

test('the requests of the quickstart work in order, as written', async () => {
  const [first, getKey, save, proofOwn] = guideRequests('10-quickstart')
  const clean = { Status: 'ready', Checks: [], Failure: null }
  const answer = await app.inject(first!({}))
  expect(answer.statusCode).toBe(200)
  const proof = answer.json()
  expect(proof).toMatchObject({ ...clean, Price: { Unit: 0.68, Total: 0.68 } })
  expect(proof.Pages).toMatchObject([
    { Page: 1, Side: 'front', Width: 6.25, Height: 4.5 },
    { Page: 2, Side: 'back', Width: 6.25, Height: 4.5 },
  ])
  const pdf = await follow(proof.PdfUrl)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const { width, height } = await sharp((await follow(proof.Pages[0].PngUrl)).rawPayload).metadata()
  expect([width, height]).toEqual([6.25 * 150, 4.5 * 150].map(Math.round))
  const key = await app.inject(getKey!({}))
  expect(key.statusCode).toBe(201)
  const variables = { SANDBOX_KEY: key.json().Key }
  const saved = await app.inject(save!(variables))
  expect([saved.statusCode, saved.json()]).toEqual([201, expect.objectContaining({ Name: 'Hello', Lint: [] })])
  const own = await app.inject(proofOwn!({ ...variables, TEMPLATE: saved.json().Id }))
  expect([own.statusCode, own.json()]).toEqual([200, expect.objectContaining(clean)])
})

test('the same request gives the same file', async () => {
  const again = (await post('/v1/postcards', postcard(waiting))).json()
  const { rows } = await db.query('select distinct status, pdf_hash from print_proof where id = any($1)', [
    [firstProof, again.Id],
  ])
  expect(rows).toEqual([{ status: 'ready', pdf_hash: expect.any(String) }])
})

test('the example letter of the site is rendered', async () => {
  const answer = await post('/v1/letters', letter(waiting))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ Status: 'ready', Pages: [{ Width: 8.5, Height: 11 }], Checks: [] })
})

describe('with a key', () => {
  const save = async (html: string, size: string) =>
    (await withKey({ method: 'POST', url: '/v1/templates', payload: { Name: 'Mine', Size: size, Html: html } })).json()
      .Id
  const upload = async (payload: Buffer): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await withKey({ method: 'POST', url: '/v1/assets', headers, payload })).json().Id
  }

  test('a customer template is laid out, and its pages are priced by the sheet', async () => {
    const id = await save(`<div style="height:30in;padding:3.2in 0.7in">Hello {{first_name}}</div>`, '8.5x11')
    const payload = letter({ ...waiting, Template: id, VariablePayload: { first_name: 'Dana' } })
    const answer = await withKey({ method: 'POST', url: '/v1/letters', payload })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ Pages: [{}, {}, {}], Price: { Unit: 1.02, Total: 1.02 } })
  })

  test('a letter made from a front and a back is one sheet, even when one of them overflows', async () => {
    const Front = await save('<style>html{height:30in}</style><p style="padding:3.2in 0.7in">Hello</p>', '8.5x11')
    const Back = await save('<p style="padding:3.2in 0.7in">Goodbye</p>', '8.5x11')
    const payload = letter({ ...waiting, Template: undefined, Front, Back, VariablePayload: {} })
    const proof = (await withKey({ method: 'POST', url: '/v1/letters', payload })).json()
    expect(proof.Pages).toHaveLength(2)
    expect(proof.Price).toMatchObject({ Unit: 0.9, Total: 0.9 })
    expect(proof.Checks).toMatchObject([{ Code: 'wrong_page_count', Severity: 'error' }])
  })

  test('an uploaded font and an uploaded image are printed; a character and pixels that they lack are reported', async () => {
    const font = new URL(import.meta.resolve('@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf'))
    const image = sharp({ create: { width: 120, height: 120, channels: 3, background: '#2a6' } })
    const [fontId, imageId] = [await upload(readFileSync(font)), await upload(await image.png().toBuffer())]
    const Front = await save(
      `<style>@font-face { font-family: "Our Brand"; src: url(asset:${fontId}) } body { margin: 0.5in; font-family: "Our Brand" }</style>
       <p>Hello {{nickname}}</p><img src="asset:${imageId}" alt="" style="position:absolute;left:1in;top:1in;width:2in">`,
      '4.25x6',
    )
    const VariablePayload = { nickname: 'Dana 漢', first_name: 'Dana', city: 'Tulsa', frost_date: 'May' }
    const payload = postcard({ ...waiting, Front, VariablePayload })
    const answer = await withKey({ method: 'POST', url: '/v1/postcards', payload })
    expect(answer.statusCode).toBe(200)
    const missing = {
      Code: 'text_character_missing',
      Page: 1,
      Box: expect.objectContaining({ Top: expect.any(Number) }),
    }
    const blurred = { Code: 'image_resolution_too_low', Severity: 'error', Page: 1 }
    const codes = answer.json().Checks.map(({ Code }: { Code: string }) => Code)
    expect(codes.toSorted()).toEqual(['art_in_rgb', 'image_resolution_too_low', 'text_character_missing'])
    expect(answer.json().Checks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...missing, Detail: expect.stringContaining('“漢” (U+6F22)') }),
        expect.objectContaining({ ...blurred, Box: { Left: 1, Top: 1, Width: 2, Height: 2 } }),
      ]),
    )
    const pdf = (await follow(answer.json().PdfUrl)).rawPayload.toString('latin1')
    expect(pdf).toContain('+JetBrainsMono-Bold')
  })
})
