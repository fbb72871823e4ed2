import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { anotherInstance, password, postSignIn, startApp } from '../../../test/harness.ts'

const [old, fresh] = ['an old secret of thirty-two chars', 'a fresh secret of thirty-two chars']
const { config, makeAccount } = await startApp({ SESSION_SECRET: old })

/** The cookies that a browser keeps and sends back. It drops a cookie that expires. */
class Browser {
  #cookie = ''

  #keep(answer: Awaited<ReturnType<FastifyInstance['inject']>>): void {
    for (const { name, value, maxAge } of answer.cookies) this.#cookie = maxAge === 0 ? '' : `${name}=${value}`
  }

  async signIn(app: FastifyInstance, email: string): Promise<void> {
    this.#keep(await postSignIn(app, { email, password }))
  }

  async statusOf(app: FastifyInstance): Promise<number> {
    const answer = await app.inject({ url: '/api/auth/user', headers: { cookie: this.#cookie } })
    this.#keep(answer)
    return answer.statusCode
  }

  get cookie(): string {
    return this.#cookie
  }
}

/** Two instances, restarted one after the other with the secrets of each step, as in docs/operations.md. */
const instances: FastifyInstance[] = []
const startAnew = async (n: number, SESSION_SECRET: string): Promise<FastifyInstance> => {
  await instances[n]?.close()
  return (instances[n] = await anotherInstance(config, { SESSION_SECRET }))
}
afterAll(() => Promise.all(instances.map((instance) => instance.close())))

describe('getCurrentUser', () => {
  test('200 in every step of a secret rotation, from every instance', { tags: ['A23'] }, async () => {
    const { email } = await makeAccount()
    await startAnew(0, old)
    const [early, late] = [new Browser(), new Browser()]
    await early.signIn(await startAnew(1, old), email)
    const signedWithOld = early.cookie

    const statuses: number[] = []
    for (const secrets of [`${old},${fresh}`, `${fresh},${old}`, fresh]) {
      for (const n of [0, 1]) {
        const changed = await startAnew(n, secrets)
        // Signs in while one instance has the secrets of this step and the other has the previous ones.
        if (secrets !== fresh) await late.signIn(changed, email)
        for (const browser of [early, late])
          for (const instance of instances)
            statuses.push(await browser.statusOf(instance), await browser.statusOf(instance))
      }
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(early.cookie).not.toBe(signedWithOld)
  })

  test('401 for a cookie signed with a removed secret', { tags: ['A23'] }, async () => {
    const { email } = await makeAccount()
    const browser = new Browser()
    await browser.signIn(await startAnew(0, old), email)
    expect(await browser.statusOf(await startAnew(0, fresh))).toBe(401)
  })
})
