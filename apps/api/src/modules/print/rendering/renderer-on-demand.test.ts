import { expect, test } from 'vitest'
import type { OpenRenderer } from './open-renderer.ts'
import { rendererOnDemand } from './renderer-on-demand.ts'

const silent = { info() {}, warn() {} }
const nobody = { isThere: false, isCaged: false }

function clockAt(start: number) {
  const clock = { at: start, now: () => clock.at }
  return clock
}

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

test('the first call opens it, those at the same time wait for the same one, and it is stopped with the process', async () => {
  let opened = 0
  const stopped: number[] = []
  const renderer = rendererOnDemand(async () => {
    opened += 1
    return openedRenderer(stopped)
  }, silent)
  expect(opened).toBe(0)
  const found = await Promise.all([renderer.find(), renderer.find()])
  expect(found).toEqual([
    { isThere: true, isCaged: true },
    { isThere: true, isCaged: true },
  ])
  expect(opened).toBe(1)
  await renderer.stop(5)
  expect(stopped).toEqual([5])
  expect(await renderer.find()).toEqual(nobody)
})

test('one that cannot be opened is tried again after a rest', async () => {
  const clock = clockAt(0)
  let tries = 0
  const open = async () => {
    tries += 1
    if (tries < 2) throw new Error('no browser')
    return openedRenderer()
  }
  const renderer = rendererOnDemand(open, silent, { clock })
  expect(await Promise.all([renderer.find(), renderer.find()])).toEqual([nobody, nobody])
  clock.at = 29_000
  expect(await renderer.find()).toEqual(nobody)
  expect(tries).toBe(1)
  clock.at = 30_000
  expect(await renderer.find()).toEqual({ isThere: true, isCaged: true })
})

test('one that takes long to open is on its way: whoever asks does not wait for it', async () => {
  let finishOpening = (_renderer: OpenRenderer) => {}
  const opening = new Promise<OpenRenderer>((resolve) => (finishOpening = resolve))
  const renderer = rendererOnDemand(() => opening, silent, { patienceMs: 1 })
  expect(await renderer.find()).toEqual({ isThere: true, isCaged: true })
  finishOpening({
    ...openedRenderer(),
    browser: { ...openedRenderer().browser, confinement: { kind: 'open', reason: 'x' } },
  })
  await opening
  expect(await renderer.find()).toEqual({ isThere: true, isCaged: false })
})

test('a process that never saw a proof has nothing to stop', async () => {
  const stopped: number[] = []
  await rendererOnDemand(async () => openedRenderer(stopped), silent).stop(5)
  expect(stopped).toEqual([])
})
