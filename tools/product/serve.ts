import type { ChildProcess } from 'node:child_process'
import { type Clock, waitUntilReady } from './readiness.ts'
import { supervise } from './supervisor.ts'

interface Service {
  /** Capitalized, to start a sentence: "The API". */
  name: string
  /** Starts the program with an IPC channel, on which it sends a message once it is listening. */
  launch: () => ChildProcess
  /** The reason why it is not ready although it is listening. Undefined once it is. */
  obstacle: () => Promise<string | undefined>
  onReady: () => void
  stopping: AbortSignal
  /** Replaced in tests, which do not wait. */
  clock?: Clock
  report?: (text: string) => void
}

/**
 * Keeps a program running until `stopping` aborts.
 * @throws {Error} if it ends before it is ready, or too often afterward
 */
export async function serve({ name, launch, obstacle, onReady, stopping, ...forTests }: Service): Promise<void> {
  let isListening = false
  let isReady = false
  const launchAndListen = () => {
    const child = launch()
    child.once('message', () => (isListening = true))
    return child
  }
  const program = supervise(name, launchAndListen, () => isReady, forTests.clock)
  stopping.addEventListener('abort', () => void program.stop())

  // Until then, another program may respond at its address.
  const obstacleNow = async () => (isListening ? obstacle() : 'it is not listening yet')
  const outcome = await waitUntilReady({ name, obstacle: obstacleNow, ended: program.done, stopping, ...forTests })
  if (outcome === 'ready') {
    isReady = true
    onReady()
  }
  if ((await program.done) === 'stopped') return
  throw new Error(`${name} is down`)
}
