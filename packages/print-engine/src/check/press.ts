import { Worker } from 'node:worker_threads'
import type { PrintFinding } from '../findings.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import { gracol, type PressProfile } from '../finish/press-profile.ts'
import type { TimeLimits } from '../time-limits.ts'
import type { CheckedPiece } from './check-piece.ts'
import { limitTurns, type TemplateOwner } from '../layout/turns.ts'
import { watchThread } from './thread-time.ts'

export interface PressJob {
  piece: PieceToFinish
  addressFindings: PrintFinding[]
}

/** A piece with its print file. */
interface PressedPiece extends Omit<CheckedPiece, 'spans'> {
  pdf: Uint8Array
  /** Milliseconds for each step. */
  spans: Record<'finish' | keyof CheckedPiece['spans'], number>
}

export type PressAnswer = { piece: PressedPiece; memoryBytes: number } | { failure: string }

export type Press = ReturnType<typeof openPress>

interface PressOptions {
  /** The press profile that print files declare. By default, US sheetfed offset on coated paper. */
  profile?: PressProfile | undefined
  /** The program of a thread, if it is not in this folder. */
  program?: URL
  /** A piece that takes longer fails. */
  limits?: TimeLimits
  /** A thread is replaced after this many pieces, because WebAssembly memory never shrinks. */
  piecesPerThread?: number
  /** A thread is replaced once PDFium uses more memory than this, for example after a very large image. */
  maxMegabytes?: number
}

interface Thread {
  worker: Worker
  pieces: number
  /** The piece in progress. */
  job: PromiseWithResolvers<PressedPiece> | undefined
  /** Stops timing the piece. */
  endWatch: () => void
}

const megabytesOf = (answer: PressAnswer): number => ('memoryBytes' in answer ? answer.memoryBytes / 2 ** 20 : 0)

/** The bundle puts it next to this code, under another name. */
const programBeside = () =>
  new URL(import.meta.url.endsWith('.ts') ? './press-thread.ts' : './press-thread.mjs', import.meta.url)

/**
 * Threads that finish and check pieces. A piece that takes too long is rejected with a PressTimeoutError. One that
 * cannot be read, or whose thread crashes, is rejected with another error. Other pieces are not affected. `close` stops
 * the threads and rejects all pieces.
 */
export function openPress({
  profile = gracol,
  program = programBeside(),
  limits = { work: 10_000, wall: 60_000 },
  piecesPerThread = 500,
  maxMegabytes = 256,
}: PressOptions = {}) {
  const threads = new Set<Thread>()
  // Built-in and customer templates get one thread each. The second thread, with its memory, starts only when both have
  // pieces.
  const turns = limitTurns({ all: 2, house: 1, customer: 1 })
  const counts = { startedThreads: 0 }
  const closing = new AbortController()

  function end(thread: Thread, reason: Error): void {
    threads.delete(thread)
    thread.endWatch()
    thread.job?.reject(reason)
    thread.job = undefined
    void thread.worker.terminate()
  }

  function settle(thread: Thread, answer: PressAnswer): void {
    const { worker, job } = thread
    thread.endWatch()
    thread.job = undefined
    thread.pieces++
    worker.unref()
    if ('piece' in answer) job?.resolve(answer.piece)
    else job?.reject(new Error(answer.failure))
    if (thread.pieces >= piecesPerThread || megabytesOf(answer) > maxMegabytes) end(thread, new Error('replaced'))
  }

  function start(): Thread {
    const worker = new Worker(program, { workerData: profile })
    const thread: Thread = { worker, pieces: 0, job: undefined, endWatch: () => {} }
    // An idle thread does not keep the process alive.
    worker.unref()
    worker.on('message', (answer: PressAnswer) => settle(thread, answer))
    worker.on('error', (error) => end(thread, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => end(thread, new Error('The thread that checks print files ended')))
    counts.startedThreads++
    threads.add(thread)
    return thread
  }

  function pressNow(job: PressJob): Promise<PressedPiece> {
    const thread = [...threads].find((one) => !one.job) ?? start()
    thread.job = Promise.withResolvers()
    const { promise } = thread.job
    thread.endWatch = watchThread(thread.worker, limits, (reason) => end(thread, reason))
    thread.worker.ref()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    thread.worker.postMessage(job)
    return promise
  }

  // Starts a thread early, so that the first piece does not wait.
  start()
  return {
    counts,
    profileName: profile.name,
    async press(piece: PieceToFinish, addressFindings: PrintFinding[], owner: TemplateOwner = 'customer') {
      const done = await turns.take(owner, closing.signal)
      try {
        closing.signal.throwIfAborted()
        return await pressNow({ piece, addressFindings })
      } finally {
        done()
      }
    },
    async close() {
      const reason = new Error('The press is closed')
      closing.abort(reason)
      const open = [...threads]
      for (const thread of open) end(thread, reason)
      await Promise.all(open.map(({ worker }) => worker.terminate()))
    },
  }
}
