import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { postJson } from './outgoing-call.ts'

const receiver = await startReceiver()
const secret = await startReceiver()
const redirecting = await startReceiver(secret.url)
redirecting.setMood('redirect')
afterAll(() => Promise.all([receiver, secret, redirecting].map((one) => one.close())))
beforeEach(() => {
  receiver.calls.length = 0
  secret.calls.length = 0
})

/** Switches protocols without a request for it. */
const switching = createServer((socket) => {
  socket.once('data', () => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'))
}).listen(0, '127.0.0.1')
await once(switching, 'listening')
afterAll(() => switching.close())

const local = ['127.0.0.1']
const post = (url: string, settings: Partial<Parameters<typeof postJson>[1]> = {}) =>
  postJson({ url: new URL(url), body: '{}', headers: {} }, { privateRanges: local, timeoutMs: 2_000, ...settings })
const port = new URL(receiver.url).port

describe('an address in a private network', () => {
  test.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
    'https://0/',
  ])('%s is rejected', { tags: ['E29'] }, async (url) => {
    await expect(post(url, { privateRanges: [] })).rejects.toMatchObject({
      fault: 'refused',
      message: 'The address is in a private network, so nothing was sent.',
    })
  })

  test('is rejected when it is one of several that a name resolves to', { tags: ['E29'] }, async () => {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    await expect(post('https://hooks.example.com/', { privateRanges: [], resolve })).rejects.toMatchObject({
      fault: 'refused',
    })
  })

  test('is not reached by a name that resolves to another address the second time', { tags: ['E29'] }, async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    }
    await post(`http://hooks.example.com:${port}/hook`, { resolve })
    expect(asked).toBe(1)
    expect(receiver.calls[0]?.headers.host).toBe(`hooks.example.com:${port}`)
  })

  test('is not reached by a redirect', { tags: ['E29'] }, async () => {
    await expect(post(redirecting.url)).rejects.toMatchObject({
      fault: 'passing',
      message: 'The target redirected (307). Redirects are not followed.',
    })
    expect(secret.calls).toEqual([])
  })
})

describe('a public address', () => {
  test('must use https', async () => {
    const resolve = async () => [{ address: '93.184.215.14', family: 4 }]
    await expect(post('http://hooks.example.com/', { resolve })).rejects.toMatchObject({
      message: 'The address does not use https.',
    })
  })

  test('with an unknown host name is retried', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    await expect(post('https://hooks.example.com/', { resolve })).rejects.toMatchObject({ fault: 'passing' })
  })

  test('whose name never resolves times out', { tags: ['R61'] }, async () => {
    const resolve = () => new Promise<never>(() => {})
    await expect(post('https://hooks.example.com/', { resolve, timeoutMs: 20 })).rejects.toMatchObject({
      fault: 'passing',
    })
  })
})

test('a busy receiver can request a delay', async () => {
  receiver.setMood('busy')
  await expect(post(receiver.url)).rejects.toMatchObject({ cooldownMs: 1_000, isRouteDown: true })
  receiver.setMood('well')
})

test('a target that responds with 101 fails immediately', { tags: ['E29'] }, async () => {
  // A server that listens on TCP has an address.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the line above says
  const { port: switchingPort } = switching.address() as AddressInfo
  await expect(post(`http://127.0.0.1:${switchingPort}/`, { timeoutMs: 60_000 })).rejects.toMatchObject({
    fault: 'passing',
    isRouteDown: true,
  })
})
