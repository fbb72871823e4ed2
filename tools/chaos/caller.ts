import { setTimeout as sleep } from 'node:timers/promises'
import { postJson } from '../product/post-json.ts'
import type { Stage } from './stage.ts'

const answerLimitMs = 10_000

/** Repeats writes until a response arrives that is not a server error. */
export class Caller {
  /** Unexpected statuses. */
  readonly unexpected = new Set<number>()
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async post(
    path: string,
    headers: Record<string, string>,
    body: object = {},
  ): Promise<{ status: number; id: string }> {
    for (let turn = 0; ; turn += 1) {
      const { url } = this.#stage.instances[turn % 2] ?? { url: '' }
      try {
        const answer = await postJson(`${url}${path}`, body, headers, AbortSignal.timeout(answerLimitMs))
        // The part of the response that is read here.
        const found = (await answer.json()) as { Id?: string }
        if (answer.status < 500) return { status: answer.status, id: String(found.Id) }
        if (answer.status !== 503) this.unexpected.add(answer.status)
      } catch {
        // It was killed in the meantime.
      }
      await sleep(200)
    }
  }
}
