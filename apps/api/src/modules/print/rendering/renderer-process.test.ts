import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { rendererProcess } from './renderer-process.ts'

const absent = { isThere: false, isIsolated: false }
const isolated = { isThere: true, isIsolated: true }

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-'))
afterAll(() => rmSync(folder, { recursive: true }))
const running: ReturnType<typeof rendererProcess>[] = []
afterEach(() => Promise.all(running.splice(0).map((renderer) => renderer.stop(1_000))))

/** Blocks the main thread without using the processor. */
const block = (ms: number | 'Infinity') => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`
const beats = `const beat = setInterval(() => process.send('isolated'), 20); process.on('SIGTERM', () => process.exit());`

/** Starts a renderer that runs this program and collects its log in `lines`. */
function start(program: string, more: Partial<Parameters<typeof rendererProcess>[0]> = {}) {
  const file = path.join(folder, `${running.length}-${Math.random()}.mjs`)
  writeFileSync(file, program)
  const lines: object[] = []
  const log = { info() {}, warn: (line: object) => void lines.push(line) }
  const renderer = rendererProcess({
    program: pathToFileURL(file),
    env: {},
    log,
    beatMs: 500,
    cooldownMs: 100,
    ...more,
  })
  running.push(renderer)
  return { ...renderer, lines }
}
const becomes = (renderer: Pick<ReturnType<typeof rendererProcess>, 'find'>, state: object) =>
  vi.waitFor(async () => expect(await renderer.find()).toEqual(state), 30_000)

test('calls wait while it starts, and it ends with the API', async () => {
  const renderer = start(beats)
  expect(await Promise.all([renderer.find(), renderer.find()])).toEqual([isolated, isolated])
  await renderer.stop(5_000)
  expect(await renderer.find()).toEqual(absent)
  expect(renderer.lines).toEqual([])
})

test('one that is slow to start counts as available, and reports its isolation once it has started', async () => {
  const renderer = start(`setTimeout(() => setInterval(() => process.send('none'), 20), 500)`, { patienceMs: 1 })
  expect(await renderer.find()).toEqual(isolated)
  await becomes(renderer, { isThere: true, isIsolated: false })
})

test('one that takes longer to load than the heartbeat timeout is not killed', async () => {
  const renderer = start(`${block(3_000)} ${beats.replace('isolated', 'none')}`, { beatMs: 200 })
  await becomes(renderer, { isThere: true, isIsolated: false })
  expect(renderer.lines).toEqual([])
})

test('one that cannot start is absent, and is restarted after a delay', async () => {
  const renderer = start('process.exit(1)', { cooldownMs: 1_000_000 })
  expect(await Promise.all([renderer.find(), renderer.find()])).toEqual([absent, absent])
  expect(renderer.lines).toMatchObject([{ event: 'renderer_ended', code: 1 }])
})

describe('a lost one', { tags: ['R59'] }, () => {
  test('is replaced when it ends, without any call', async () => {
    const renderer = start(`${beats} setTimeout(() => process.exit(1), 50)`)
    await renderer.find()
    await vi.waitFor(() => expect(renderer.lines.length).toBeGreaterThan(1), 30_000)
    const ended = { event: 'renderer_ended', code: 1, signal: null }
    expect(renderer.lines.slice(0, 2)).toEqual([ended, ended])
  })

  test('is killed when it hangs, while this process keeps running', async () => {
    const renderer = start(`process.send('isolated'); setTimeout(() => { ${block('Infinity')} }, 50)`, { beatMs: 200 })
    await renderer.find()
    await vi.waitFor(() => expect(renderer.lines).toContainEqual({ event: 'renderer_hangs' }), 30_000)
    await vi.waitFor(
      () => expect(renderer.lines).toContainEqual(expect.objectContaining({ signal: 'SIGKILL' })),
      30_000,
    )
  })
})
