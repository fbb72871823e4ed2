/** With the delays below, about a day and a half. */
export const maxAttempts = 40
const firstDelayMs = 1_000
const longestDelayMs = 3_600_000

/** Doubles with each attempt, plus or minus half at random, so that what failed together does not return together. */
export const backoffMs = (attempts: number, random = Math.random()): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20)) * (0.5 + random)
