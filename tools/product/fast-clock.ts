import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from './readiness.ts'

/** For tests: a clock whose waits end immediately and advance its time. */
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
