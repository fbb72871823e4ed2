import { afterAll, describe, expect, test } from 'vitest'
import { goodBack, goodFront } from '../../test/faults/fault.ts'
import { pieceOf, plainArt, proofOf } from '../../test/pieces.ts'
import { printFindingOf } from '../findings.ts'
import { openPress } from './press.ts'
import { PressTimeoutError } from './thread-time.ts'

const press = openPress({ piecesPerThread: 3 })
afterAll(() => press.close())

const piece = await pieceOf('4.25x6', goodFront('4.25x6'), goodBack)

describe('the press', () => {
  test('gives the same result as in the caller’s thread, with the findings of the address', async () => {
    const finding = printFindingOf('address_line_missing', 'The name is missing.')
    const { pdf, pages, findings, spans } = await press.press(piece, [finding])
    const own = await proofOf(piece)
    expect(findings).toEqual([finding])
    expect(pages).toEqual(own.pages.map((page) => ({ ...page, png: new Uint8Array(page.png) })))
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    expect(Object.keys(spans)).toEqual(['finish', 'facts', 'checks', 'png'])
  })

  test('serves more pieces than it has threads, and replaces a thread', async () => {
    const pressed = await Promise.all(Array.from({ length: 3 }, () => press.press(piece, [])))
    expect(new Set(pressed.map(({ pdf }) => Buffer.from(pdf).toString('base64'))).size).toBe(1)
  })

  test('rejects an unreadable piece, and continues', async () => {
    const broken = { ...piece, art: [plainArt(new Uint8Array([1, 2, 3]))] }
    const results = await Promise.allSettled([press.press(broken, []), press.press(piece, [])])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})

test('a thread whose memory has grown is replaced', async () => {
  const growing = openPress({ maxMegabytes: 1 })
  await growing.press(piece, [])
  expect(growing.counts).toEqual({ startedThreads: 1 })
  await growing.press(piece, [])
  expect(growing.counts).toEqual({ startedThreads: 2 })
  await growing.close()
})

test('a piece of a built-in template does not wait for those of customers', async () => {
  const program = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ addressFindings: [slow], piece }) => slow || parentPort.postMessage({ piece }))`
  const shared = openPress({ program: new URL(`data:text/javascript,${encodeURIComponent(program)}`) })
  const slow = printFindingOf('address_line_missing', 'The name is missing.')
  const customers = Promise.allSettled([shared.press(piece, [slow]), shared.press(piece, [slow])])
  expect(await shared.press(piece, [], 'house')).toMatchObject({ size: '4.25x6' })
  await shared.close()
  const closed = { status: 'rejected', reason: new Error('The press is closed') }
  expect(await customers).toEqual([closed, closed])
})

test('a piece that takes too long is stopped, and the next one is checked', async () => {
  const slow = openPress({ limits: { work: 1, wall: 60_000 } })
  await expect(slow.press(piece, [])).rejects.toThrow(PressTimeoutError)
  await slow.close()
})

test('a thread that dies rejects its own piece', async () => {
  const dying = openPress({ program: new URL('data:text/javascript,setImmediate(() => process.exit(1))') })
  await expect(dying.press(piece, [])).rejects.toThrow('ended')
  await dying.close()
})

test('a closed press accepts nothing', async () => {
  const closed = openPress()
  const last = closed.press(piece, [])
  await Promise.all([expect(last).rejects.toThrow('closed'), closed.close()])
  await expect(closed.press(piece, [])).rejects.toThrow('closed')
})
