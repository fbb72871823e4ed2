import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'

/** Every line that the server's log is given from now on. */
export function logLines(app: FastifyInstance): string[] {
  // Where the logger writes in a test is not where it writes in production: its stream is listened to.
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
