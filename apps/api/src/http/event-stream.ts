import { pipeline, Transform } from 'node:stream'

/** A comment now and then keeps proxies from closing a silent connection, and finds readers that are gone. */
const heartbeatMs = 15_000

/** Events as a browser's EventSource reads them, one JSON document each. Ends with its source, and ends its source. */
export function eventStream(events: AsyncIterable<unknown>): Transform {
  const frames = new Transform({
    writableObjectMode: true,
    transform: (event, _encoding, done) => done(null, `data: ${JSON.stringify(event)}\n\n`),
  })
  const heartbeat = setInterval(() => frames.push(':\n\n'), heartbeatMs)
  // How it ended is the reader's business: nobody here waits for it.
  pipeline(events, frames, () => clearInterval(heartbeat))
  return frames
}
