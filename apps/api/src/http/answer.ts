import { Readable, pipeline, Transform } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Operation } from '@app/contract'
import { isEventStream, isFile } from './operation-kinds.ts'

/** Regular comments keep proxies from closing a silent connection, and reveal readers that are gone. */
const heartbeatMs = 15_000

/** Events in the format of a browser's EventSource, one JSON document each. The stream and its source end together. */
function eventStream(events: AsyncIterable<unknown>): Transform {
  const frames = new Transform({
    writableObjectMode: true,
    transform: (event, _encoding, done) => done(null, `data: ${JSON.stringify(event)}\n\n`),
  })
  const heartbeat = setInterval(() => frames.push(':\n\n'), heartbeatMs)
  // Nobody here waits for the end, and it does not matter which side caused it.
  pipeline(events, frames, () => clearInterval(heartbeat))
  return frames
}

interface NamedAnswer {
  body: unknown
  headers: Record<string, string | undefined>
  /** Of an operation that has two. */
  status?: number
}

type Pieces = AsyncIterable<Uint8Array>
type FileAnswer = Pieces | { body: Pieces; headers: NamedAnswer['headers'] }

/** Sets status, media type and named headers of an operation's success answer, and returns its body. */
export function answerWith(operation: Operation, reply: FastifyReply, result: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The handler's type follows from the contract.
  if (isEventStream(operation)) return streamOfEvents(reply, result as AsyncIterable<unknown>)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above.
  if (isFile(operation)) return streamOfFile(operation, reply, result as FileAnswer)
  if (operation.responseHeaders.length === 0) return result
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above: with named headers it returns these two.
  const { body, headers, status } = result as NamedAnswer
  if (status !== undefined) void reply.code(status)
  setNamed(reply, headers)
  if (operation.media !== 'text/csv') {
    // A stored response is JSON text already.
    if (typeof body === 'string') void reply.type('application/json; charset=utf-8')
    return body
  }
  void reply.type('text/csv; charset=utf-8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- As above: a CSV file comes as pieces of text.
  return Readable.from(body as AsyncIterable<string>)
}

function setNamed(reply: FastifyReply, headers: NamedAnswer['headers']): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) void reply.header(name, value)
}

/** A page of ours on another host shows the picture: its link is signed, so anyone with it may see it. */
function streamOfFile({ media }: Operation, reply: FastifyReply, result: FileAnswer): Readable {
  const { body, headers } = 'body' in result ? result : { body: result, headers: {} }
  setNamed(reply, headers)
  void reply.type(media).header('cross-origin-resource-policy', 'cross-origin')
  return body instanceof Readable ? body : Readable.from(body)
}

function streamOfEvents(reply: FastifyReply, events: AsyncIterable<unknown>): Readable {
  void reply.type('text/event-stream; charset=utf-8').headers({
    // Tells proxies that collect answers before they pass them on not to collect this one.
    'x-accel-buffering': 'no',
    // The connection is not reused after its stream, so a shutdown need not wait for it.
    connection: 'close',
  })
  return eventStream(events)
}
