import { parentPort, workerData } from 'node:worker_threads'
import { loadedQrReader } from '../codes/qr-read.ts'
import { finishPiece } from '../finish/finish.ts'
import type { PressProfile } from '../finish/press-profile.ts'
import { loadedTypefaces } from '../finish/typeface.ts'
import { checkPiece } from './check-piece.ts'
import { loadedPdfium } from './pdfium.ts'
import { inkTableOf } from './press-inks.ts'
import type { PressAnswer, PressJob } from './press.ts'

// The program of the threads that `openPress` starts. It answers one message before reading the next.

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- press.ts starts this thread.
const profile = workerData as PressProfile
const inks = inkTableOf(profile)

/** Preloads dependencies of the first piece, which reports any failure. */
void Promise.allSettled([loadedTypefaces(), loadedPdfium(), loadedQrReader(), inks])

async function press({ piece, addressFindings }: PressJob): Promise<PressAnswer> {
  const start = performance.now()
  const finished = await finishPiece(piece, profile)
  const finish = performance.now() - start
  const { spans, ...checked } = await checkPiece({ ...piece, ...finished, addressFindings }, await inks)
  const pdfium = await loadedPdfium()
  return {
    piece: { ...checked, pdf: finished.pdf, spans: { finish, ...spans } },
    memoryBytes: pdfium.memoryBytes(),
  }
}

parentPort?.on('message', (job: PressJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  const answer = (value: PressAnswer) => parentPort?.postMessage(value)
  press(job).then(
    (pressed) => answer(pressed),
    (error: unknown) => {
      answer({ failure: error instanceof Error ? error.message : String(error) })
      // A WebAssembly program that crashed midway may have corrupted its memory.
      if (error instanceof Error && error.name === 'RuntimeError') process.exit(1)
    },
  )
})
