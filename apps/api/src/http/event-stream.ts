import { pipeline, Transform } from 'node:stream'

/** Regular comments keep proxies from closing a silent connection, and reveal readers that are gone. */
const heartbeatMs = 15_000

/** Events in the format of a browser's EventSource, one JSON document each. The stream and its source end together. */
export function eventStream(events: AsyncIterable<unknown>): Transform {
  const frames = new Transform({
    writableObjectMode: true,
    transform: (event, _encoding, done) => done(null, `data: ${JSON.stringify(event)}\n\n`),
  })
  const heartbeat = setInterval(() => frames.push(':\n\n'), heartbeatMs)
  // Nobody here waits for the end, and it does not matter which side caused it.
  pipeline(events, frames, () => clearInterval(heartbeat))
  return frames
}
