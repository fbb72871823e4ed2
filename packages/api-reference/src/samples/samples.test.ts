import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { document } from '@app/contract'
import { expect, test } from 'vitest'
import { type JsonObject, operationsOf, textOf } from '../document/contract.ts'
import { nodeSample, curlSample, typescriptSample } from './samples.ts'
import { sampleRequest } from './sample-request.ts'

const contract = document as JsonObject
const samples = operationsOf(contract).map((operation) => {
  const request = sampleRequest(contract, operation)
  return [
    textOf(operation.node['operationId']),
    { request, curl: curlSample(request), node: nodeSample(request) },
  ] as const
})

const key = '7f8a0a3e-52a5-4f0e-9c5e-0c9a7f0b8f10'
const shell = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }; uuidgen() { echo ${key}; }\n`
const environment = {
  SANDBOX_KEY: 'a-key',
  TEST_KEY: 'a-test-key',
  STAFF_COOKIE: 'sid=a-cookie',
  MEMBER_COOKIE: 'a-member-cookie',
}

/** The words of each command. One shell runs all of them, each in a subshell, because starting a shell is slow. */
const wordsOf = (commands: readonly string[]) =>
  execFileSync('sh', ['-c', shell + commands.map((command) => `(${command}\n)\nprintf '\\001'\n`).join('')], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
    .split('\u0001')
    .map((output) => output.split('\0').slice(0, -1))

/** The request that cURL would send with these words. */
function sentByCurl(words: string[]) {
  const headers: Record<string, string> = {}
  const fields = new URLSearchParams()
  const sent = { method: '', url: '', body: undefined as string | undefined, headers }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.startsWith('-')) sent.url = word
    else if (word === '-i' || word === '-N') continue
    else {
      const value = words.shift() ?? ''
      const [name = '', ...rest] = value.split(/: |=/)
      if (word === '-X') sent.method = value
      if (word === '-H') headers[name] = value.slice(name.length + 2)
      if (word === '-b') headers['cookie'] = value
      if (word === '-d') sent.body = JSON.stringify(JSON.parse(value))
      if (word === '--data-binary') sent.body = value.slice(1)
      if (word === '--data-urlencode') fields.append(name, rest.join('='))
    }
  }
  if (fields.size > 0) sent.body = fields.toString()
  sent.method ||= sent.body === undefined ? 'GET' : 'POST'
  return sent
}

/** The request that the Node.js module sends. */
async function sentByNode(source: string) {
  const sent: object[] = []
  const fetched = (url: string, { method = 'GET', headers = {}, body }: RequestInit = {}) => {
    sent.push({
      method,
      url,
      headers,
      body: body === undefined ? undefined : body instanceof URLSearchParams ? body.toString() : body,
    })
    return Promise.resolve(new Response('{}', { status: 200, headers: { location: '/' } }))
  }
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  const names = ['fetch', 'process', 'console', 'crypto', 'readFile', 'writeFile']
  const run = new AsyncFunction(...names, source.replace(/^import .*\n/m, '').replace(/^if \(response\.status.*$/m, ''))
  await run(
    fetched,
    { env: environment },
    { log() {} },
    { randomUUID: () => key },
    (file: string) => file,
    () => {},
  )
  expect(sent).toHaveLength(1)
  return sent[0]
}

/** The credentials of each caller. */
const credentials = {
  anyone: { authorization: undefined, cookie: undefined },
  sandbox: { authorization: 'Bearer a-key', cookie: undefined },
  account: { authorization: 'Bearer a-test-key', cookie: undefined },
  staff: { authorization: undefined, cookie: 'sid=a-cookie' },
  member: { authorization: undefined, cookie: 'a-member-cookie' },
}

const commands = wordsOf(samples.map(([, { curl }]) => curl))
const both = samples.map(([id, sample], index) => [id, { ...sample, words: commands[index] ?? [] }] as const)

test.each(both)('%s: the curl command and the module send the same request', async (_id, { request, words, node }) => {
  const command = sentByCurl(words)
  expect(await sentByNode(node)).toEqual(command)
  expect(command).toMatchObject({ method: request.method, url: request.url })
  const { authorization, cookie } = command.headers
  expect({ authorization, cookie }).toEqual(credentials[request.caller])
})

test('all TypeScript samples compile with the strictest settings', () => {
  const folder = path.resolve(import.meta.dirname, '../../reports/samples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [id, { request }] of samples) {
    writeFileSync(path.join(folder, `${id}.ts`), `${typescriptSample(request, contract)}\nexport {}\n`)
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../../../tsconfig.base.json', include: ['*.ts'] }),
  )
  const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
