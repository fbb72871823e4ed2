import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentOf, pageBoxes, timeless } from '../../test/laying-out.ts'
import { type PieceSize, sheetOf } from '../geometry/piece.ts'
import { type LayoutBrowser, openLayoutBrowser, reasonOf } from './lay-out.ts'
import { withEmbeddedFonts } from './print-fonts.ts'
import { processTree } from './processes.ts'

const card = sheetOf('4.25x6')

/** The first one may take others with it. */
function killAll(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

const isAlive = (id: number): boolean => existsSync(`/proc/${id}/exe`)

let browser: LayoutBrowser
beforeAll(async () => {
  browser = await openLayoutBrowser()
})
afterAll(() => browser.close())
afterEach(() => vi.unstubAllEnvs())

test('the browser is isolated wherever this machine can isolate it', () => {
  const namespaces = ['--user', '--map-root-user', '--net', '--ipc', '--uts', '--mount', '--pid', '--fork']
  const asRoot = process.getuid?.() === 0 ? namespaces.slice(2) : namespaces
  const canBuild = spawnSync('unshare', [...asRoot, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  expect(browser.confinement.kind).toBe(canBuild ? 'isolated' : 'none')
})

test.each<[PieceSize, string]>([
  ['4.25x6', '0 0 450 324'],
  ['6x9', '0 0 666 450'],
  ['6x11', '0 0 810 450'],
  ['8.5x11', '0 0 612 792'],
  ['8.5x14', '0 0 612 1008'],
])('a page for %s has exactly its size', async (size, box) => {
  const { pdf } = await browser.layOut(documentOf('<p>a', size), sheetOf(size))
  expect(pageBoxes(pdf)).toEqual([box])
})

test('fonts are embedded with their names', async () => {
  const { pdf } = await browser.layOut(documentOf('<p>plain <b>bold</b> <em>italic</em>'), card)
  const text = Buffer.from(pdf).toString('latin1')
  expect(text.match(/\/FontFile2/g)).toHaveLength(3)
  expect(text).not.toContain('/Type3')
})

test('nothing of a document is left in the next one', async () => {
  const pages = await openLayoutBrowser({ pages: 1 })
  const plain = documentOf('<p>for everybody')
  const first = await pages.layOut(plain, card)
  const other = documentOf('<style>body{background:red;counter-reset:a 9}p{font-size:1in}</style><p id="p">for one')
  await pages.layOut(other, card)
  const second = await pages.layOut(plain, card)
  await pages.close()
  expect(timeless(second.pdf)).toBe(timeless(first.pdf))
  expect(pages.counts).toEqual({ layouts: 3, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 })
})

test('a built-in template does not wait for those of customers', async () => {
  const slow = documentOf('<p>a'.repeat(4000))
  const customers = new AbortController()
  let finished = 0
  const ofCustomers = Array.from({ length: 12 }, () =>
    browser.layOut(slow, card, customers.signal).finally(() => (finished += 1)),
  )
  const settled = Promise.allSettled(ofCustomers)
  await browser.layOut(documentOf('<p>a', '4.25x6', 'house'), card)
  // In their queue, it would have waited for all but one.
  expect(finished).toBeLessThan(6)
  customers.abort()
  await settled
})

describe('a document that cannot be laid out', () => {
  test('is stopped if it takes too long, and the next one is laid out', async () => {
    const impatient = await openLayoutBrowser({ limits: { work: 1, wall: 60_000 } })
    await expect(impatient.layOut(documentOf('<p>a'.repeat(4000)), card)).rejects.toMatchObject({ code: 'timeout' })
    expect(impatient.counts.recycledBrowsers).toBe(1)
    await impatient.close()
  })

  test('is canceled when no caller waits for it any longer', async () => {
    const single = await openLayoutBrowser({ pages: 1 })
    const nobody = new AbortController()
    const first = single.layOut(documentOf('<p>a'.repeat(4000)), card, nobody.signal)
    const waiting = single.layOut(documentOf('<p>b'), card, nobody.signal)
    const next = single.layOut(documentOf('<p>c'), card)
    nobody.abort(new Error('gone'))
    expect(await Promise.allSettled([first, waiting])).toMatchObject([
      { status: 'rejected', reason: { message: 'gone' } },
      { status: 'rejected', reason: { message: 'gone' } },
    ])
    expect((await next).clipped).toEqual([])
    expect(single.counts).toMatchObject({ layouts: 1, recycledBrowsers: 1 })
    await single.close()
  })

  test('fails alone when the browser ends, and the next one is laid out', async () => {
    const before = new Set(await processTree(process.pid))
    const fragile = await openLayoutBrowser({ pages: 1 })
    const started = (await processTree(process.pid)).filter((id) => !before.has(id))
    const layout = fragile.layOut(documentOf('<p>a'.repeat(4000)), card)
    killAll(started)
    await expect(layout).rejects.toMatchObject({ code: 'renderer_crashed' })
    expect((await fragile.layOut(documentOf('<p>a'), card)).clipped).toEqual([])
    await fragile.close()
  })
})

test(
  'a browser that cannot be started again is no fault of a document, and is tried again',
  { tags: ['R59'] },
  async () => {
    const before = new Set(await processTree(process.pid))
    const single = await openLayoutBrowser({ pages: 1 })
    const started = (await processTree(process.pid)).filter((id) => !before.has(id))
    const layout = single.layOut(documentOf('<p>a'.repeat(4000)), card)
    killAll(started)
    await expect(layout).rejects.toMatchObject({ code: 'renderer_crashed' })
    const layOut = () => single.layOut(documentOf('<p>a'), card)
    vi.stubEnv('TMPDIR', '/nowhere')
    await expect(layOut()).rejects.toMatchObject({ name: 'NoBrowserError' })
    await expect(layOut()).rejects.toMatchObject({ name: 'NoBrowserError' })
    vi.unstubAllEnvs()
    expect((await layOut()).clipped).toEqual([])
    await single.close()
  },
)

test('a page is opened anew after so many documents', async () => {
  const tidy = await openLayoutBrowser({ pages: 1, recycleAfter: 2 })
  for (let layout = 0; layout < 5; layout += 1) await tidy.layOut(documentOf('<p>a'), card)
  expect(tidy.counts).toMatchObject({ layouts: 5, recycledPages: 2, recycledBrowsers: 0 })
  await tidy.close()
})

test('a browser with too much memory is replaced between two documents', async () => {
  // A browser that has done nothing yet has about 50 MB to itself.
  const frugal = await openLayoutBrowser({ pages: 1, maxMegabytes: 30 })
  for (let layout = 0; layout < 17; layout += 1) await frugal.layOut(documentOf('<p>a'), card)
  expect(frugal.counts).toMatchObject({ layouts: 17, recycledBrowsers: 1 })
  await frugal.close()
})

test('a document without fonts in the browser has them inside', async () => {
  const plain = documentOf('<p>a')
  const inside = { ...plain, html: withEmbeddedFonts(plain.html) }
  expect(inside.html).toContain('src:url("data:font/ttf;base64,')
  expect(inside.html).not.toContain('local(')
  const { pdf } = await browser.layOut(inside, card)
  expect(Buffer.from(pdf).toString('latin1')).toContain('+InstrumentSans-400-normal-latin')
})

test('a closed browser leaves no process and no file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'layout-test-'))
  vi.stubEnv('TMPDIR', folder)
  const before = new Set(await processTree(process.pid))
  const closed = await openLayoutBrowser()
  await closed.layOut(documentOf('<p>a'), card)
  const started = (await processTree(process.pid)).filter((id) => !before.has(id))
  expect(started.length).toBeGreaterThan(3)
  await closed.close()
  vi.unstubAllEnvs()
  expect(readdirSync(folder)).toEqual([])
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 4000 })
  await expect(closed.layOut(documentOf('<p>a'), card)).rejects.toMatchObject({ code: 'renderer_crashed' })
})

test('a browser that does not start gives its reason', async () => {
  const opening = openLayoutBrowser({ executablePath: '/nowhere/chromium' })
  await expect(opening.catch(reasonOf)).resolves.toContain('/nowhere/chromium')
})

test('a browser ends with the process that started it, and the next one removes its files', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'layout-test-'))
  vi.stubEnv('TMPDIR', folder)
  const module = JSON.stringify(new URL('lay-out.ts', import.meta.url).href)
  const program = `const { openLayoutBrowser } = await import(${module}); await openLayoutBrowser(); console.log('open')`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  const started = await processTree(parent.pid ?? 0)
  expect(started.length).toBeGreaterThan(3)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 4000 })
  const left = () => readdirSync(folder).filter((name) => name.startsWith('print-browser-'))
  expect(left()).toHaveLength(1)
  const next = await openLayoutBrowser()
  await next.close()
  vi.unstubAllEnvs()
  expect(left()).toEqual([])
})
