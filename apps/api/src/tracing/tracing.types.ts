/** A span of a trace. Its name must not contain personal data. */
export interface Work {
  name: string
  kind: 'client' | 'consumer'
  /** W3C `traceparent` of the cause in another process. */
  parent?: string | undefined
}

export interface Tracing {
  /** Starts the span of an incoming request, and runs the handler within it. */
  serve: (
    method: string,
    traceparent: string | undefined,
    next: () => void,
  ) => { end: (route: string, status: number) => void }
  within: <T>(work: Work, run: () => Promise<T>) => Promise<T>
  /** W3C `traceparent` of the current span. */
  current: () => string | undefined
  stop: () => Promise<void>
}
