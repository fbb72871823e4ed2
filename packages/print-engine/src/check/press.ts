import { Worker } from 'node:worker_threads'
import type { PrintFinding } from '../findings.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import type { TimeLimits } from '../time-limits.ts'
import type { CheckedPiece } from './check-piece.ts'
import { watchThread } from './thread-time.ts'

export interface PressJob {
  piece: PieceToFinish
  addressFindings: PrintFinding[]
}

/** A piece with its print file. */
export interface PressedPiece extends Omit<CheckedPiece, 'spans'> {
  pdf: Uint8Array
  /** Milliseconds for each step. */
  spans: Record<'finish' | keyof CheckedPiece['spans'], number>
}

export type PressAnswer = { piece: PressedPiece; memoryBytes: number } | { failure: string }

export interface Press {
  /**
   * Finishes and checks a piece in a thread.
   * @throws {PressTimeoutError} when the piece takes too long.
   * @throws {Error} when the piece cannot be read, or the thread ends. Other pieces are not affected.
   */
  press(piece: PieceToFinish, addressFindings: PrintFinding[]): Promise<PressedPiece>
  readonly counts: Readonly<{ startedThreads: number }>
  /** Ends the threads. Pieces that wait or are in work are rejected. */
  close(): Promise<void>
}

export interface PressOptions {
  /** Pieces that are in work at once. */
  threads?: number
  /** The program of a thread, when it is not beside this code. */
  program?: URL
  /** A piece that takes longer is given up. */
  limits?: TimeLimits
  /** A thread is replaced after so many pieces: the memory of a WebAssembly program grows and never shrinks. */
  piecesPerThread?: number
  /** A thread is replaced when PDFium has more memory than this, as after a very large image. */
  mostMegabytes?: number
}

interface Waiting extends PressJob {
  resolve(piece: PressedPiece): void
  reject(reason: Error): void
}

interface Thread {
  worker: Worker
  pieces: number
  job: Waiting | undefined
  /** Ends the watch over its time. */
  endWatch: () => void
}

const bytesPerMegabyte = 2 ** 20

/** The bundle has it beside this code, under the name of its own. */
const programBeside = () =>
  new URL(import.meta.url.endsWith('.ts') ? './press-thread.ts' : './press-thread.mjs', import.meta.url)

export function openPress({
  threads: mostThreads = 1,
  program = programBeside(),
  limits = { work: 10_000, wall: 60_000 },
  piecesPerThread = 500,
  mostMegabytes = 256,
}: PressOptions = {}): Press {
  const threads = new Set<Thread>()
  const waiting: Waiting[] = []
  const counts = { startedThreads: 0 }
  let isClosed = false

  function end(thread: Thread, reason: Error): void {
    threads.delete(thread)
    thread.endWatch()
    thread.job?.reject(reason)
    thread.job = undefined
    void thread.worker.terminate()
    startNext()
  }

  function start(): Thread {
    const worker = new Worker(program)
    counts.startedThreads++
    const thread: Thread = { worker, pieces: 0, job: undefined, endWatch: () => {} }
    worker.on('message', (answer: PressAnswer) => {
      const { job } = thread
      thread.endWatch()
      thread.job = undefined
      // A process that has nothing else to do may end.
      worker.unref()
      if ('piece' in answer) job?.resolve(answer.piece)
      else job?.reject(new Error(answer.failure))
      const isLarge = 'memoryBytes' in answer && answer.memoryBytes > mostMegabytes * bytesPerMegabyte
      if (++thread.pieces >= piecesPerThread || isLarge) end(thread, new Error('replaced'))
      else startNext()
    })
    worker.unref()
    worker.on('error', (error) => end(thread, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => end(thread, new Error('The thread that checks print files ended')))
    threads.add(thread)
    return thread
  }

  function startNext(): void {
    if (isClosed) return
    const idle = [...threads].find(({ job }) => !job)
    if (!idle && threads.size >= mostThreads) return
    const job = waiting.shift()
    if (!job) return
    const thread = idle ?? start()
    thread.job = job
    thread.endWatch = watchThread(thread.worker, limits, (reason) => end(thread, reason))
    thread.worker.ref()
    const { piece, addressFindings } = job
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    thread.worker.postMessage({ piece, addressFindings } satisfies PressJob)
  }

  // The first piece does not wait for the start of a thread.
  start()
  return {
    counts,
    press(piece, addressFindings) {
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The press is closed'))
        waiting.push({ piece, addressFindings, resolve, reject })
        startNext()
      })
    },
    async close() {
      isClosed = true
      const reason = new Error('The press is closed')
      for (const job of waiting.splice(0)) job.reject(reason)
      await Promise.all(
        [...threads].map(async (thread) => {
          const ended = thread.worker.terminate()
          end(thread, reason)
          await ended
        }),
      )
    },
  }
}
