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
/** On a busy machine the first proof may take longer than a caller waits. */
beforeAll(async () => {
  const until = (rows: () => Promise<unknown[]>) =>
    vi.waitFor(async () => ((await rows()).length > 0 ? undefined : Promise.reject(new Error('not yet'))), 60_000)
  await until(seenRenderers)
  await app.inject({ method: 'POST', url: '/v1/postcards', payload: postcard() })
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

test('the browser is confined here, and the renderer shows that it is alive', async () => {
  expect(renderer.browser.confinement).toEqual({ kind: 'isolated' })
  expect(await seenRenderers()).toEqual([{ confinement: 'isolated', version: process.version }])
})

test('a renderer does not start with a file that is no profile of a press', async () => {
  const settings = { ...config, renderer: { ...config.renderer, pressProfile: import.meta.filename } }
  await expect(
    openRenderer(em, jobs, { config: settings, log, onFinished: async () => {}, onLost: () => {} }),
  ).rejects.toThrow('not an ICC profile')
})

describe('without a key', () => {
  test('the postcard of the pages: price, PDF, two pictures, and nothing to complain about', async () => {
    const answer = await post('/v1/postcards', postcard(waiting))
    expect(answer.statusCode).toBe(200)
    const proof = answer.json()
    expect(proof).toMatchObject({ Status: 'ready', Price: { Unit: 0.68, Total: 0.68 }, Checks: [], Failure: null })
    expect(proof.Pages).toMatchObject([
      { Page: 1, Side: 'front', Width: 6.25, Height: 4.5 },
      { Page: 2, Side: 'back', Width: 6.25, Height: 4.5 },
    ])
    const pdf = await follow(proof.PdfUrl)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const { width, height } = await sharp((await follow(proof.Pages[0].PngUrl)).rawPayload).metadata()
    expect(width).toBe(Math.round(6.25 * 150))
    expect(height).toBe(Math.round(4.5 * 150))
  })

  test('the same request gives the same file', async () => {
    for (let asked = 0; asked < 2; asked += 1)
      expect((await post('/v1/postcards', postcard(waiting))).statusCode).toBe(200)
    const { rows } = await db.query(`select distinct pdf_hash from print_proof where piece = 'postcard'`)
    expect(rows).toHaveLength(1)
  })

  test('the letter of the pages', async () => {
    const answer = await post('/v1/letters', letter(waiting))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ Status: 'ready', Pages: [{ Width: 8.5, Height: 11 }], Checks: [] })
  })
})

test('the requests of the quickstart work one after the other, as they are written', async () => {
  const [first, getKey, save, proofOwn] = guideRequests('10-quickstart')
  const clean = { Status: 'ready', Checks: [], Failure: null }
  const postcardOfHouse = await app.inject(first!({}))
  expect([postcardOfHouse.statusCode, postcardOfHouse.json()]).toEqual([200, expect.objectContaining(clean)])
  const key = await app.inject(getKey!({}))
  expect(key.statusCode).toBe(201)
  const variables = { SANDBOX_KEY: key.json().Key }
  const saved = await app.inject(save!(variables))
  expect([saved.statusCode, saved.json()]).toEqual([201, expect.objectContaining({ Name: 'Hello', Lint: [] })])
  const own = await app.inject(proofOwn!({ ...variables, TEMPLATE: saved.json().Id }))
  expect([own.statusCode, own.json()]).toEqual([200, expect.objectContaining(clean)])
})

describe('with a key', () => {
  const save = async (html: string, size: string) =>
    (await withKey({ method: 'POST', url: '/v1/templates', payload: { Name: 'Mine', Size: size, Html: html } })).json()
      .Id

  test.each([
    ['one page', '10in', 1, 0.9],
    ['both sides of a sheet', '20in', 2, 0.9],
    ['three pages on two sheets', '30in', 3, 1.02],
  ])('a template of its own is laid out, and %s are priced by the sheet', async (_, height, pages, price) => {
    const id = await save(`<div style="height:${height};padding:3.2in 0.7in">Hello {{first_name}}</div>`, '8.5x11')
    const payload = letter({ ...waiting, Template: id, VariablePayload: { first_name: 'Dana' } })
    const answer = await withKey({ method: 'POST', url: '/v1/letters', payload })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().Pages).toHaveLength(pages)
    expect(answer.json().Price).toMatchObject({ Unit: price, Total: price })
  })

  test('a letter made from a front and a back is one sheet, also when one of them runs over', async () => {
    const Front = await save('<style>html{height:30in}</style><p style="padding:3.2in 0.7in">Hello</p>', '8.5x11')
    const Back = await save('<p style="padding:3.2in 0.7in">Goodbye</p>', '8.5x11')
    const payload = letter({ ...waiting, Template: undefined, Front, Back, VariablePayload: {} })
    const proof = (await withKey({ method: 'POST', url: '/v1/letters', payload })).json()
    expect(proof.Pages).toHaveLength(2)
    expect(proof.Price).toMatchObject({ Unit: 0.9, Total: 0.9 })
    expect(proof.Checks).toMatchObject([{ Code: 'wrong_page_count', Severity: 'error' }])
  })

  test('an uploaded font is embedded with its name, and a character that it lacks is reported', async () => {
    const font = readFileSync(
      new URL(import.meta.resolve('@expo-google-fonts/jetbrains-mono/700Bold/JetBrainsMono_700Bold.ttf')),
    )
    const headers = { 'content-type': 'application/octet-stream' }
    const asset = (await withKey({ method: 'POST', url: '/v1/assets', headers, payload: font })).json().Id
    const id = await save(
      `<style>@font-face { font-family: "Our Brand"; src: url(asset:${asset}) } body { margin: 0.5in; font-family: "Our Brand" }</style>
       <p>Hello {{nickname}}</p>`,
      '4.25x6',
    )
    const payload = postcard({
      ...waiting,
      Front: id,
      VariablePayload: { nickname: 'Dana 漢', first_name: 'Dana', city: 'Tulsa', frost_date: 'May' },
    })
    const answer = await withKey({ method: 'POST', url: '/v1/postcards', payload })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().Checks).toMatchObject([
      {
        Code: 'text_character_missing',
        Page: 1,
        Detail: expect.stringContaining('“漢” (U+6F22)'),
        Box: { Top: expect.any(Number) },
      },
    ])
    const pdf = (await follow(answer.json().PdfUrl)).rawPayload.toString('latin1')
    expect(pdf).toContain('+JetBrainsMono-Bold')
  })

  test('an uploaded image is printed, and one with too few pixels is reported with its position', async () => {
    const image = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer()
    const headers = { 'content-type': 'application/octet-stream' }
    const asset = (await withKey({ method: 'POST', url: '/v1/assets', headers, payload: image })).json().Id
    const id = await save(
      `<img src="asset:${asset}" alt="" style="position:absolute;left:1in;top:1in;width:2in">`,
      '4.25x6',
    )
    const answer = await withKey({
      method: 'POST',
      url: '/v1/postcards',
      payload: postcard({ ...waiting, Front: id, Back: 'tmpl_spring_back' }),
    })
    expect(answer.statusCode).toBe(200)
    const errors = answer.json().Checks.filter(({ Severity }: { Severity: string }) => Severity === 'error')
    expect(errors).toMatchObject([
      { Code: 'image_resolution_too_low', Page: 1, Box: { Left: 1, Top: 1, Width: 2, Height: 2 } },
    ])
  })
})
