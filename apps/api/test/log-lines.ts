import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'

/** Collects the server's log lines from now on. */
export function logLines(app: FastifyInstance): string[] {
  // Tests log to a different stream than production, so this intercepts the stream.
  const stream = (app.log as unknown as Record<symbol, { write: (line: string) => boolean }>)[
    Object.getOwnPropertySymbols(app.log).find((symbol) => symbol.description === 'pino.stream') ?? Symbol('none')
  ]
  if (!stream) throw new Error('the logger has no stream')
  const lines: string[] = []
  vi.spyOn(stream, 'write').mockImplementation((line: string) => {
    lines.push(line)
    return true
  })
  return lines
}
