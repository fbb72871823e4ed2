import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

const refusal = new Error('too many wait')

test('runs two at the same time, queues two, and rejects the rest', { tags: ['B17'] }, async () => {
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

test('failed work frees its slot, too', async () => {
  const { run } = inTurn({ atOnce: 1, waiting: 1 }, () => refusal)
  const failed = new Error('failed')
  const results = await Promise.allSettled([run(() => Promise.reject(failed)), run(async () => 'next')])
  expect(results).toMatchObject([{ reason: failed }, { value: 'next' }])
  expect(await run(async () => 'and the next')).toBe('and the next')
})

test('callers take turns, and one caller uses only its share of the slots', { tags: ['G14'] }, async () => {
  const { run } = inTurn({ atOnce: 2, waiting: 10, ofOneCaller: { atOnce: 1, waiting: 3 } }, () => refusal)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, caller: string) =>
    run(() => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    }, caller)
  const many = [1, 2, 3, 4].map((n) => start(`many ${n}`, 'many'))
  await expect(start('many 5', 'many')).rejects.toBe(refusal)
  expect(begun).toEqual(['many 1'])
  const others = [start('a 1', 'a'), start('b 1', 'b'), start('b 2', 'b')]
  expect(begun).toEqual(['many 1', 'a 1'])
  const finish = async (name: string, result: Promise<void> | undefined) => {
    ends.get(name)?.()
    await result
  }
  await finish('a 1', others[0])
  await finish('many 1', many[0])
  // With each turn, the first waiting caller moves behind the others.
  await finish('b 1', others[1])
  await finish('many 2', many[1])
  expect(begun).toEqual(['many 1', 'a 1', 'b 1', 'many 2', 'b 2', 'many 3'])
})
