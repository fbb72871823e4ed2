import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenRenderer } from './open-renderer.ts'
import { rendererOnDemand } from './renderer-on-demand.ts'

const nobody = { isThere: false, isCaged: false }
const caged = { isThere: true, isCaged: true }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function openedRenderer(stopped: number[] = []): OpenRenderer {
  const counts = { layouts: 0, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 }
  return {
    browser: { confinement: { kind: 'caged' }, counts },
    inWork: 0,
    stop: async (limitMs) => {
      stopped.push(limitMs)
    },
  }
}

type Parts = Parameters<typeof rendererOnDemand>[0]

/** What it logs goes to `lines`. */
function onDemand(open: Parts['open'], more: Partial<Parts> = {}) {
  const lines: object[] = []
  const log = { info() {}, warn: (line: object) => void lines.push(line) }
  return { lines, ...rendererOnDemand({ open, hasWork: async () => false, log, ...more }) }
}

test('the first call opens it, those at the same time wait for the same one, and it is stopped with the process', async () => {
  let opened = 0
  const stopped: number[] = []
  const renderer = onDemand(async () => {
    opened += 1
    return openedRenderer(stopped)
  })
  expect(opened).toBe(0)
  expect(await Promise.all([renderer.find(), renderer.find()])).toEqual([caged, caged])
  expect(opened).toBe(1)
  await renderer.stop(5)
  expect(stopped).toEqual([5])
  expect(await renderer.find()).toEqual(nobody)
})

test('one that cannot be opened is tried again after a rest', async () => {
  let tries = 0
  const renderer = onDemand(async () => {
    tries += 1
    if (tries < 2) throw new Error('no browser')
    return openedRenderer()
  })
  expect(await Promise.all([renderer.find(), renderer.find()])).toEqual([nobody, nobody])
  await later(29_000)
  expect(await renderer.find()).toEqual(nobody)
  expect(tries).toBe(1)
  await later(1_000)
  expect(await renderer.find()).toEqual(caged)
})

test('one that takes long to open is on its way: whoever asks does not wait for it', async () => {
  let finishOpening = (_renderer: OpenRenderer) => {}
  const opening = new Promise<OpenRenderer>((resolve) => (finishOpening = resolve))
  const renderer = onDemand(() => opening, { patienceMs: 1 })
  expect(await renderer.find()).toEqual(caged)
  finishOpening({
    ...openedRenderer(),
    browser: { ...openedRenderer().browser, confinement: { kind: 'open', reason: 'x' } },
  })
  await opening
  expect(await renderer.find()).toEqual({ isThere: true, isCaged: false })
})

test('a process that never saw a proof has nothing to stop', async () => {
  const stopped: number[] = []
  await onDemand(async () => openedRenderer(stopped)).stop(5)
  expect(stopped).toEqual([])
})

describe('one whose browser does not start again', { tags: ['R59'] }, () => {
  const lost: (() => void)[] = []
  const stopped: number[] = []
  const open: Parts['open'] = async (onLost) => {
    lost.push(onLost)
    return openedRenderer(stopped)
  }
  beforeEach(() => {
    lost.length = 0
    stopped.length = 0
  })

  test('is closed at once, nobody is there, and another one is opened after a rest', async () => {
    const renderer = onDemand(open)
    await renderer.find()
    lost[0]?.()
    expect(await renderer.find()).toEqual(nobody)
    expect(stopped).toEqual([0])
    expect(renderer.lines).toEqual([{ event: 'browser_lost' }])
    await later(29_000)
    expect(await renderer.find()).toEqual(nobody)
    await later(1_000)
    expect(await renderer.find()).toEqual(caged)
    // Whatever the one before still has to say.
    lost[0]?.()
    expect(await renderer.find()).toEqual(caged)
    expect(lost).toHaveLength(2)
    await renderer.stop(5)
    expect(stopped).toEqual([0, 5])
  })

  test('is opened again without anybody who asks, while proofs wait', async () => {
    let isWaiting = false
    const renderer = onDemand(open, { hasWork: async () => isWaiting })
    await renderer.find()
    lost[0]?.()
    await later(60_000)
    expect(lost).toHaveLength(1)
    isWaiting = true
    await later(30_000)
    expect(lost).toHaveLength(2)
    await later(300_000)
    expect(lost).toHaveLength(2)
    await renderer.stop(5)
  })
})

test('one is opened for the proofs of a process that ended, and not while the database is away', async () => {
  let opened = 0
  let isAway = true
  const hasWork = async () => (isAway ? Promise.reject(new Error('refused')) : true)
  const renderer = onDemand(
    async () => {
      opened += 1
      return openedRenderer()
    },
    { hasWork },
  )
  await later(30_000)
  expect([opened, renderer.lines.length]).toEqual([0, 1])
  isAway = false
  await later(30_000)
  expect(opened).toBe(1)
  await renderer.stop(5)
  await later(60_000)
  expect(opened).toBe(1)
})
