import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { documentOf, timeless } from '../../test/laying-out.ts'
import { browser } from '../../test/layout-browser.ts'
import { withEmbeddedFonts } from '../compile/document.ts'
import { sheetOf } from '../geometry/piece.ts'
import { openLayoutBrowser, reasonOf } from './lay-out.ts'
import { processTree } from './processes.ts'

const card = sheetOf('4.25x6')
const plain = documentOf('<p>a')
const slow = documentOf('<p>a'.repeat(4000))

/** Killing the first one may end others. */
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

/** The processes that this one has started since `before` was recorded. */
async function processesSince(before: readonly number[]): Promise<number[]> {
  return (await processTree(process.pid)).filter((id) => !before.includes(id))
}

/** An empty folder for temporary files, until the test ends. */
function ownTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'layout-test-'))
  vi.stubEnv('TMPDIR', folder)
  return folder
}
afterEach(() => vi.unstubAllEnvs())

test('the browser is isolated wherever this machine can isolate it', () => {
  const namespaces = ['--user', '--map-root-user', '--net', '--ipc', '--uts', '--mount', '--pid', '--fork']
  const asRoot = process.getuid?.() === 0 ? namespaces.slice(2) : namespaces
  const canBuild = spawnSync('unshare', [...asRoot, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  expect(browser.confinement.kind).toBe(canBuild ? 'isolated' : 'none')
})

test('fonts are embedded with their names, whether the browser has them or the document does', async () => {
  const styles = documentOf('<p>plain <b>bold</b> <em>italic</em>')
  const inside = { ...plain, html: withEmbeddedFonts(plain.html) }
  expect(inside.html).toContain('src:url("data:font/ttf;base64,')
  expect(inside.html).not.toContain('local(')
  const [known, brought] = [await browser.layOut(styles, card), await browser.layOut(inside, card)]
  const text = Buffer.from(known.pdf).toString('latin1')
  expect(text.match(/\/FontFile2/g)).toHaveLength(3)
  expect(text).not.toContain('/Type3')
  expect(Buffer.from(brought.pdf).toString('latin1')).toContain('+InstrumentSans-400-normal-latin')
})

test('nothing is left of a document in the next one on the same browser page', async () => {
  const before = { ...browser.counts }
  const first = await browser.layOut(plain, card)
  const other = documentOf('<style>body{background:red;counter-reset:a 9}p{font-size:1in}</style><p id="p">for one')
  await browser.layOut(other, card)
  const second = await browser.layOut(plain, card)
  expect(timeless(second.pdf)).toBe(timeless(first.pdf))
  expect(browser.counts).toEqual({ ...before, layouts: before.layouts + 3 })
})

test('a built-in template does not wait for customers’ templates', async () => {
  const customers = new AbortController()
  let finished = 0
  const ofCustomers = Array.from({ length: 12 }, () =>
    browser.layOut(slow, card, customers.signal).finally(() => (finished += 1)),
  )
  const settled = Promise.allSettled(ofCustomers)
  await browser.layOut(documentOf('<p>a', '4.25x6', 'house'), card)
  // In their queue, it would have waited for all except one.
  expect(finished).toBeLessThan(6)
  customers.abort()
  await settled
})

test('a document that takes too long is stopped', async () => {
  const impatient = await openLayoutBrowser({ limits: { work: 1, wall: 60_000 } })
  await expect(impatient.layOut(slow, card)).rejects.toMatchObject({ code: 'timeout' })
  expect(impatient.counts.recycledBrowsers).toBe(1)
  await impatient.close()
})

test(
  'a document that is canceled, or whose browser ends, fails alone; a browser that cannot restart is not its fault',
  { tags: ['R59'] },
  async () => {
    const folder = ownTemporaryFolder()
    const before = await processTree(process.pid)
    const single = await openLayoutBrowser({ pages: 1 })
    const nobody = new AbortController()
    const canceled = [single.layOut(slow, card, nobody.signal), single.layOut(plain, card, nobody.signal)]
    const next = single.layOut(plain, card)
    nobody.abort(new Error('gone'))
    const gone = { status: 'rejected', reason: { message: 'gone' } }
    expect(await Promise.allSettled(canceled)).toMatchObject([gone, gone])
    expect((await next).clipped, 'the next one after a canceled one').toEqual([])
    expect(single.counts).toMatchObject({ layouts: 1, recycledBrowsers: 1 })

    const crashing = single.layOut(slow, card)
    killAll(await processesSince(before))
    await expect(crashing).rejects.toMatchObject({ code: 'renderer_crashed' })
    vi.stubEnv('TMPDIR', '/nowhere')
    for (const attempt of ['first', 'second'])
      await expect(single.layOut(plain, card), `the ${attempt} attempt`).rejects.toMatchObject({
        name: 'NoBrowserError',
      })
    vi.stubEnv('TMPDIR', folder)
    expect((await single.layOut(plain, card)).clipped, 'with the next browser').toEqual([])

    const started = await processesSince(before)
    expect(started.length).toBeGreaterThan(3)
    await single.close()
    expect(readdirSync(folder), 'files of a closed browser').toEqual([])
    await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), { timeout: 4000 })
    await expect(single.layOut(plain, card)).rejects.toMatchObject({ code: 'renderer_crashed' })
  },
)

test('a page is reopened after a number of documents, and a browser with too much memory is replaced between two', async () => {
  // An idle new browser uses about 50 MB.
  const frugal = await openLayoutBrowser({ pages: 1, recycleAfter: 9, maxMegabytes: 30 })
  for (let layout = 0; layout < 17; layout += 1) await frugal.layOut(plain, card)
  expect(frugal.counts).toMatchObject({ layouts: 17, recycledPages: 1, recycledBrowsers: 1 })
  await frugal.close()
})

test('a browser ends with the process that started it, and the next one removes its files, even if it does not start', async () => {
  const folder = ownTemporaryFolder()
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
  const next = openLayoutBrowser({ executablePath: '/nowhere/chromium' })
  await expect(next.catch(reasonOf)).resolves.toContain('/nowhere/chromium')
  expect(left()).toEqual([])
})
