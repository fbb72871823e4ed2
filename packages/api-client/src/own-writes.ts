/** Maximum number of answered writes to remember. Their live events arrive within a second. */
const maxAnswered = 100

/** How long an event may wait for responses. A slower write counts as another page's. */
const maxWaitMs = 2_000

/** When this page finished reading the response to each write, by request id. */
const answeredAt = new Map<string, number>()
const inFlight = new Set<Promise<unknown>>()

/**
 * Records a write of this page, so that the live event about it is recognized.
 * @param sent resolves when the response has been read, so that code that awaits it runs after the write's own reloads
 */
export async function noteWrite<Answer extends Pick<Response, 'headers'>>(sent: Promise<Answer>): Promise<Answer> {
  inFlight.add(sent)
  try {
    const answer = await sent
    answeredAt.set(answer.headers.get('X-Request-Id') ?? '', performance.now())
    for (const id of answeredAt.keys()) if (answeredAt.size > maxAnswered) answeredAt.delete(id)
    return answer
  } finally {
    inFlight.delete(sent)
  }
}

/**
 * When this page finished reading the response to a request, in milliseconds of `performance.now()`. Undefined if
 * another page sent it. The event about a write may arrive before its response, so this waits for writes in flight.
 */
export async function ownWriteAt(requestId: string): Promise<number | undefined> {
  if (inFlight.size > 0) {
    const pause = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
    await Promise.race([Promise.allSettled(inFlight), pause])
  }
  return answeredAt.get(requestId)
}
