import type { Tracing, Work } from './tracing.types.ts'

let tracing: Tracing | undefined

/** Undefined while tracing is off, which is the default and costs nothing. */
export const activeTracing = (): Tracing | undefined => tracing

/** Sends traces to an OTLP collector, and does nothing without one. The libraries are loaded only if there is one. */
export async function startTracing(collector: string | undefined, service: string): Promise<() => Promise<void>> {
  if (!collector) return async () => {}
  const { openTelemetry } = await import('./open-telemetry.ts')
  const opened = openTelemetry(collector, service)
  tracing = opened
  return async () => {
    tracing = undefined
    await opened.stop()
  }
}

export const inSpan = <T>(work: Work, run: () => Promise<T>): Promise<T> =>
  tracing ? tracing.within(work, run) : run()

/** Headers for an outgoing call, so that the other side's spans join our trace. */
export const traceHeaders = (): Record<string, string> => {
  const traceparent = tracing?.current()
  return traceparent ? { traceparent } : {}
}
