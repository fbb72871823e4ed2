import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

const refusal = new Error('too many wait')

test('runs two at once, lets two wait and refuses the rest', { tags: ['B17'] }, async () => {
  const { run, isFull } = inTurn({ atOnce: 2, waiting: 2 }, () => refusal)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => () => {
    begun.push(n)
    return new Promise<number>((resolve) => (ends[n] = () => resolve(n)))
  }
  const results = [0, 1, 2, 3].map((n) => run(work(n)))
  expect(isFull()).toBe(true)
  await expect(run(work(4))).rejects.toBe(refusal)
  expect(begun).toEqual([0, 1])

  ends[1]?.()
  expect(await results[1]).toBe(1)
  expect(begun).toEqual([0, 1, 2])
  const late = run(work(5))
  expect(isFull()).toBe(true)
  ends[0]?.()
  ends[2]?.()
  expect(await Promise.all([results[0], results[2]])).toEqual([0, 2])
  expect(begun).toEqual([0, 1, 2, 3, 5])
  ends[3]?.()
  ends[5]?.()
  expect(await Promise.all([results[3], late])).toEqual([3, 5])
})

test('work that fails makes way too', async () => {
  const { run } = inTurn({ atOnce: 1, waiting: 1 }, () => refusal)
  const failed = new Error('failed')
  const results = await Promise.allSettled([run(() => Promise.reject(failed)), run(async () => 'next')])
  expect(results).toMatchObject([{ reason: failed }, { value: 'next' }])
  expect(await run(async () => 'and the next')).toBe('and the next')
})
