import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'

const linesKept = 10
const charactersKept = 4_000

interface Terminal {
  stdout: Writable
  stderr: Writable
}

/**
 * Passes on what a child with piped output writes and remembers the end of it.
 * @returns what it wrote last, once it has closed its output
 */
export function keepLastWords(child: ChildProcess, terminal: Terminal = process): () => Promise<string> {
  let end = ''
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      terminal[name].write(text)
      end = (end + text).slice(-charactersKept)
    })
  }
  const closed = once(child, 'close')
  return async () => {
    await closed
    return end.trimEnd().split('\n').slice(-linesKept).join('\n')
  }
}
