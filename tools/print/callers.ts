import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

export interface Answer {
  status: number
  ms: number
  body: string
}

/** Sends JSON and resolves with the whole answer; status 0 without one. */
export const post = (port: number, path: string, body: string): Promise<Answer> =>
  new Promise((resolve) => {
    const begun = performance.now()
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const end = (status: number, text: string) => resolve({ status, ms: performance.now() - begun, body: text })
    const call = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('close', () => end(answer.complete ? (answer.statusCode ?? 0) : 0, text))
    })
    call.on('error', () => end(0, ''))
    call.end(body)
  })

/** Calls at this rate, however long the answers take, and waits for the last of them. */
export async function atRate(
  perSecond: number,
  seconds: number,
  call: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const begun = Date.now()
  const answers: Promise<Answer>[] = []
  while (answers.length < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((Date.now() - begun) / 1000) * perSecond + 1)
    while (answers.length < Math.floor(due)) answers.push(call(answers.length))
    await sleep(2)
  }
  return Promise.all(answers)
}

/** The value below which this share of the values is. */
export const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN

export const endCalls = (): void => agent.destroy()
