import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentOf, foreign, timeless } from '../../test/laying-out.ts'
import { browser } from '../../test/layout-browser.ts'
import { type Listener, openListener, reachingOut } from '../../test/listening.ts'
import { sheetOf } from '../geometry/piece.ts'
import { lockedChromium } from './chromium.ts'

const card = sheetOf('4.25x6')
const harmless = documentOf('<p>for another person')

let listener: Listener
let before: string

const layOutHarmless = async () => timeless((await browser.layOut(harmless, card)).pdf)

beforeAll(async () => {
  listener = await openListener()
  before = await layOutHarmless()
})
afterAll(() => listener[Symbol.asyncDispose]())

/** Without isolation, when only our own templates are laid out, a browser still connects without sending anything. */
const heard = () =>
  listener.seen.filter((line) => browser.confinement.kind === 'isolated' || line !== 'connected, said nothing')

/** The effect of a document on the next one and on the listener. */
const aftermath = async () => ({ next: await layOutHarmless(), heard: heard() })
const nothing = () => ({ next: before, heard: [] })

describe('a document that bypasses the compiler', { tags: ['G06'] }, () => {
  test('would reach the listener from a browser without our defenses', async () => {
    const { executablePath, env } = await lockedChromium()
    const open = await chromium.launch({ executablePath, env: { ...process.env, ...env }, chromiumSandbox: false })
    const page = await open.newPage()
    await page.setContent(reachingOut(listener.origins[0] ?? ''))
    await vi.waitFor(() => expect(listener.seen.length).toBeGreaterThan(20), { timeout: 20_000 })
    await open.close()
    listener.seen.length = 0
  })

  test('reaches nothing at any address of this machine', async () => {
    for (const origin of listener.origins)
      await browser.layOut(foreign(reachingOut(origin)), card).catch(() => undefined)
    expect(await aftermath()).toEqual(nothing())
  })

  test.each([
    ['refreshes itself', (at: string) => `<meta http-equiv="refresh" content="0;url=${at}/refresh"><p>a`],
    ['refreshes itself with a file', () => '<meta http-equiv="refresh" content="0;url=file:///etc/passwd"><p>a'],
    ['has a base URL', (at: string) => `<base href="${at}/"><img src="base"><link rel="stylesheet" href="base.css">`],
  ])('reaches nothing when it %s', async (_, document) => {
    await browser.layOut(foreign(document(listener.origins[0] ?? '')), card).catch(() => undefined)
    expect(await aftermath()).toEqual(nothing())
  })

  test('shows no files of this machine', async () => {
    const file = '<iframe src="file:///etc/passwd" width="600" height="300"></iframe><img src="file:///etc/passwd">'
    const layout = await browser.layOut(foreign(file), card).catch(() => undefined)
    expect(Buffer.from(layout?.pdf ?? []).toString('latin1')).not.toContain('/FontFile')
    expect(await aftermath()).toEqual(nothing())
  })
})

describe('a template that is expensive to lay out', { tags: ['G07'] }, () => {
  const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}a${close.repeat(depth)}`

  test.each([
    ['nested tables', deep('<table><tr><td>a<td>', '</table>', 20)],
    [
      'boxes that ask each other for their size',
      deep(
        '<div style="display:flex;width:max-content;min-width:min-content"><div style="display:grid">',
        '</div></div>',
        45,
      ),
    ],
  ])('%s', async (_, html) => {
    expect((await browser.layOut(documentOf(html), card)).pdf.length).toBeGreaterThan(0)
    expect(await aftermath()).toEqual(nothing())
  })
})
