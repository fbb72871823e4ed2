import { expect, test } from 'vitest'
import Fastify, { LogController } from 'fastify'
import { installProblems } from '../src/http/problems.ts'
import { installRequestLog } from '../src/http/request-log.ts'
import { ProblemError } from '../src/errors/errors.ts'

/** A server whose only route throws this error; resolves with its response and its log. */
async function thrown(error: unknown) {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } })
  installProblems(app)
  app.get('/', async () => {
    throw error
  })
  const answer = await app.inject('/')
  await app.close()
  return { answer, log: lines.join('') }
}

test('a database error is logged by its code, without the values that it quotes', async () => {
  const error = Object.assign(new Error('Key (email)=(dana@example.com) already exists.'), {
    code: '23505',
    constraint: 'staff_user_email_unique',
    detail: 'Key (email)=(dana@example.com) already exists.',
  })
  const { answer, log } = await thrown(error)
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('dana')
  expect(log).toContain('23505')
  expect(log).toContain('staff_user_email_unique')
  expect(log).not.toContain('dana@example.com')
})

const passing: [what: string, code: string, ...tags: string[]][] = [
  ['an outage of the database', '57P01'],
  ['a database out of connections', '53300', 'R09'],
  ['a deadlock', '40P01', 'R11'],
  ['a transaction that lost to another', '40001', 'R11'],
  ['a database that may only read', '25006'],
  ['a network without a way to the database', 'EHOSTUNREACH'],
]
for (const [what, code, ...tags] of passing)
  test(`503 with Retry-After for ${what}, wrapped in any error`, { tags }, async () => {
    const cause = Object.assign(new Error('terminating connection'), { code })
    const { answer } = await thrown(new Error('query failed', { cause }))
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
  })

test('503 while the database socket is missing, 500 for any other missing file', async () => {
  const statusOf = async (syscall: string) =>
    (await thrown(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall }))).answer.statusCode
  expect([await statusOf('connect'), await statusOf('open')]).toEqual([503, 500])
})

test('a ProblemError is sent with its own detail', async () => {
  const { answer } = await thrown(new ProblemError(409, 'email_taken', 'It is taken.'))
  expect(answer.json()).toMatchObject({ status: 409, code: 'email_taken', detail: 'It is taken.', title: 'Conflict' })
})

test('a request is logged in one line, without its query', async () => {
  const lines: string[] = []
  const app = Fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
    logController: new LogController({ disableRequestLogging: true }),
  })
  installRequestLog(app)
  app.get('/api/things', async () => 'ok')
  await app.inject('/api/things?q=dana@example.com')
  await app.close()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'request',
    method: 'GET',
    path: '/api/things',
    status: 200,
  })
})

test('a request of the print API is logged without the id, however its URL is written', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } })
  installRequestLog(app)
  app.get('/v1/proofs/:id', async () => 'ok')
  for (const url of ['/v1/proofs/secret', '/%761/proofs/secret', '/v1/secret']) await app.inject(url)
  await app.close()
  const paths = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'request')
  expect(paths.map(({ path }) => path)).toEqual(['/v1/proofs/:id', '/v1/proofs/:id', '/v1'])
})
