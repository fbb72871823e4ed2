import { afterAll, expect, test } from 'vitest'
import { goodBack, goodFront } from '../../test/faults/fault.ts'
import { pieceOf, plainArt, proofOf } from '../../test/pieces.ts'
import { printFindingOf } from '../findings.ts'
import { openPress } from './press.ts'
import { PressTimeoutError } from './thread-time.ts'

const piece = await pieceOf('4.25x6', goodFront('4.25x6'), goodBack)
const finding = printFindingOf('address_line_missing', 'The name is missing.')

/** A thread with a different program, which starts faster. */
const threadOf = (program: string) => new URL(`data:text/javascript,${encodeURIComponent(program)}`)
const answering = (answer: string) =>
  threadOf(`import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ piece, addressFindings: [slow] }) => slow || parentPort.postMessage(${answer}))`)

const press = openPress()
afterAll(() => press.close())

test('the press gives the same result as in the caller’s thread, and rejects only an unreadable piece', async () => {
  const broken = { ...piece, art: [plainArt(new Uint8Array([1, 2, 3]))] }
  const results = await Promise.allSettled([
    press.press(broken, []),
    ...Array.from({ length: 2 }, () => press.press(piece, [finding])),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  const own = await proofOf(piece)
  const pressed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  for (const { pdf, pages, findings, spans } of pressed) {
    expect(findings).toEqual([finding])
    expect(pages).toEqual(own.pages.map((page) => ({ ...page, png: new Uint8Array(page.png) })))
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    expect(Object.keys(spans)).toEqual(['finish', 'facts', 'checks', 'png'])
  }
  const [one, other] = pressed.map(({ pdf }) => Buffer.from(pdf))
  expect(one?.equals(other ?? Buffer.of())).toBe(true)
})

test.each([
  // The real program measures its memory.
  ['whose memory has grown', { maxMegabytes: 1 }],
  [
    'that has pressed as many pieces as it may',
    { piecesPerThread: 1, program: answering('{ piece, memoryBytes: 0 }') },
  ],
])('a thread %s is replaced', async (_name, limits) => {
  const used = openPress(limits)
  await used.press(piece, [])
  expect(used.counts).toEqual({ startedThreads: 1 })
  await used.press(piece, [])
  expect(used.counts).toEqual({ startedThreads: 2 })
  await used.close()
})

test('a piece with a built-in template does not wait for customers’ pieces, and a closed press accepts nothing', async () => {
  const shared = openPress({ program: answering('{ piece }') })
  const customers = Promise.allSettled([shared.press(piece, [finding]), shared.press(piece, [finding])])
  expect(await shared.press(piece, [], 'house')).toMatchObject({ size: '4.25x6' })
  await shared.close()
  const closed = { status: 'rejected', reason: new Error('The press is closed') }
  expect(await customers).toEqual([closed, closed])
  await expect(shared.press(piece, [])).rejects.toThrow('closed')
})

test('a piece that takes too long is stopped', async () => {
  const slow = openPress({ limits: { work: 1, wall: 60_000 }, program: threadOf('for (;;);') })
  await expect(slow.press(piece, [])).rejects.toThrow(PressTimeoutError)
  await slow.close()
})

test('a thread that dies rejects its own piece', async () => {
  const dying = openPress({ program: threadOf('setImmediate(() => process.exit(1))') })
  await expect(dying.press(piece, [])).rejects.toThrow('ended')
  await dying.close()
})
