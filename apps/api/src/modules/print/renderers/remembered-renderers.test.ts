import { expect, test } from 'vitest'
import { rememberedRenderers, type Renderers } from './remembered-renderers.ts'

const isolated: Renderers = { isThere: true, isIsolated: true }
const open: Renderers = { isThere: true, isIsolated: false }
const nobody: Renderers = { isThere: false, isIsolated: false }

/** Results in order, with a clock that the test moves. */
function found(answers: Renderers[]) {
  const clock = { at: 0, now: () => clock.at }
  const left = [...answers]
  const find = rememberedRenderers(async () => left.shift() ?? nobody, clock)
  return { clock, find, left }
}

test('an isolated renderer is looked up once a second, however many callers there are', async () => {
  const { clock, find, left } = found([isolated, nobody])
  for (clock.at = 0; clock.at < 1_000; clock.at += 100) expect(await find()).toEqual(isolated)
  expect(left).toHaveLength(1)
  expect(await find()).toEqual(nobody)
})

test('any other result is queried again, so that a new renderer is found immediately', async () => {
  const { find } = found([nobody, open, isolated])
  expect([await find(), await find(), await find()]).toEqual([nobody, open, isolated])
})
