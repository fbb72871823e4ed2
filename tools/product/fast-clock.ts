import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './readiness.ts'

/** For tests: a clock whose waits end at once and move its time forward. */
export function fastClock(): Clock {
  let now = 0
  return {
    now: () => now,
    async sleep(ms) {
      now += ms
      await nextTurn()
    },
  }
}
