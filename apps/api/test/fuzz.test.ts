import { randomInt } from 'node:crypto'
import { assert, array, asyncProperty } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Operation, type OperationId, operationTable } from '@app/contract'
import { exampleOf, faultOf } from './fuzz/answers.ts'
import { app, credentials, inPath, prepared, recordFor, restoreCallers } from './fuzz/callers.ts'
import { hostileRequests } from './fuzz/hostile.ts'
import { requestsTo, type Sent, type Shape } from './fuzz/inputs.ts'
import { answerOf } from './harness.ts'

/** Requests per operation, different in each run of the gate. FUZZ_RUNS=5000 sends many more. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 40)
/** Requests in flight at once. */
const atOnce = 20
/** Maximum number of rounds for an operation that has not returned all wanted statuses yet. */
const maxRounds = 12

const table = operationTable.map((operation) => [operation.id, operation] as const)

/** Operations that need a renderer or an authenticator to succeed. */
const unreachable = new Set<OperationId>(['getPrintRunFile', 'deleteMemberPasskey'])

/** Members that the fuzzer cannot guess: passwords, codes, signatures, and current versions. */
const unguessable = /password|^code$|^token$|signature|attestation|^version$/i

const asksForSecret = (shape: Shape | undefined): boolean =>
  shape !== undefined &&
  ((shape.required ?? []).some((name) => unguessable.test(name)) ||
    [...Object.values(shape.properties ?? {}), ...(shape.items ? [shape.items] : [])].some(asksForSecret))

function answerTo({ method, url }: Operation, { caller, id, query, headers, type, body }: Sent) {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return answerOf(app, {
    method,
    url: `${url.replace(':id', id).replace(/:(page|month|token)/, (_all, name: string) => inPath[name] ?? '')}${query && `?${query}`}`,
    headers: { ...headers, ...credentials[caller], ...(hasBody && type && { 'content-type': type }) },
    ...(hasBody && { payload: body }),
  })
}

async function send(operation: Operation, sent: Sent) {
  const answer = await answerTo(operation, sent)
  return { status: answer.statusCode, fault: faultOf(operation.url, operation.method, answer) }
}

const staff = ['owner', 'owner', 'owner', 'editor', 'editor', 'viewer', 'program']

function callersOf({ security }: Operation): string[] {
  if (security.includes('memberSession'))
    return ['member', 'member', 'member', ...(security.includes('printKey') ? ['liveKey', 'holder'] : []), 'anonymous']
  if (security.includes('printKey')) return ['holder', 'holder', 'holder', 'otherHolder', 'anonymous']
  return security.length > 0 ? [...staff, 'anonymous', 'stranger'] : ['anonymous', 'owner']
}

/** Statuses that must be among the responses: if every request were rejected, this would prove little. */
function wantedFrom({ id, navigation, bodyMedia, schema, security, success, isSecurityOptional }: Operation): number[] {
  const isOpen = isSecurityOptional && security.includes('memberSession')
  const isGuessable =
    ![schema.body, schema.querystring].some(asksForSecret) &&
    bodyMedia !== 'application/octet-stream' &&
    !unreachable.has(id)
  return [...(navigation || !isGuessable ? [] : [success]), ...(security.length > 0 && !isOpen ? [401] : [])]
}

/** Restores what a request needs. Resolves with the record in the path. */
async function prepare({ id, url }: Operation): Promise<string> {
  await restoreCallers()
  const record = await recordFor(url)
  await prepared[id]?.(record)
  return record
}

/** Maximum processor time for which a request may block the process, independent of other programs. */
const maxBusyMs = 50

/** Each run of the gate sends one in ten, at random. With FUZZ_RUNS, all are sent. */
const isSent = () => process.env['FUZZ_RUNS'] !== undefined || randomInt(10) === 0

const busyMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Returns the requests, with a long text or many values, that keep the process busy for too long. */
async function slowRequests(operation: Operation, requests: Iterable<Sent>): Promise<string[]> {
  const slow: string[] = []
  for (const sent of requests) {
    if (!isSent()) continue
    // The first attempt may include compilation or garbage collection.
    const times = []
    do times.push(await busyMs(() => answerTo(operation, sent)))
    while (times.length < 3 && Math.min(...times) >= maxBusyMs)
    const least = Math.min(...times)
    if (least >= maxBusyMs) slow.push(`${Math.round(least)} ms: ${sent.query.slice(0, 60) || sent.body.slice(0, 300)}`)
  }
  return slow
}

describe('arbitrary input from every role', () => {
  test.each(table)(
    '%s responds as its contract says, and blocks no other caller',
    { tags: ['A20', 'C12', 'D05', 'E15', 'E16', 'R38'], timeout: 3_600_000 },
    async (_id, operation) => {
      const { bodyMedia, schema, url, method, success, otherSuccesses } = operation
      const media = bodyMedia || 'application/json'
      const callers = callersOf(operation)
      const [caller = 'anonymous'] = callers
      const record = await prepare(operation)
      const example = exampleOf(url, method, media)
      const wanted = wantedFrom(operation)
      const seen = new Set<number>()
      const requests = requestsTo(schema, media, example, callers, record)
      const batches = asyncProperty(array(requests, { minLength: atOnce, maxLength: atOnce }), async (batch) => {
        const answers = await Promise.all(batch.map((sent) => send(operation, sent)))
        for (const { status } of answers) seen.add(otherSuccesses.includes(status) ? success : status)
        expect(answers.map(({ fault }) => fault).filter(Boolean)).toEqual([])
      })
      for (let round = 0; round < maxRounds && (round === 0 || wanted.some((status) => !seen.has(status))); round += 1)
        await assert(batches, { numRuns: Math.ceil(runs / atOnce) })
      expect([...seen], 'statuses').toEqual(expect.arrayContaining(wanted))

      // Only writes can have deleted what the requests need.
      const left = method === 'GET' ? record : await prepare(operation)
      const hostile = hostileRequests(schema, media, example, caller, left)
      expect(await slowRequests(operation, hostile), 'requests that block others').toEqual([])
    },
  )
})
