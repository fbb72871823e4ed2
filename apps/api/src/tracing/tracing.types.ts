/** One piece of work, as it shows in a trace. No attribute may hold what a person wrote. */
export interface Work {
  name: string
  kind: 'client' | 'consumer'
  attributes?: Record<string, string | number>
  /** W3C `traceparent` of what caused it, when that happened elsewhere. */
  parent?: string | undefined
}

export interface RequestSpan {
  end: (route: string, status: number) => void
}

export interface Tracing {
  /** Starts the span of a request that came in, and goes on within it. */
  serve: (method: string, traceparent: string | undefined, next: () => void) => RequestSpan
  within: <T>(work: Work, run: () => Promise<T>) => Promise<T>
  /** W3C `traceparent` of the span that we are in. */
  current: () => string | undefined
  stop: () => Promise<void>
}
