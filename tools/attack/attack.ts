import type { Target } from './target.ts'

export interface Attack {
  /** Of the attack table. */
  row: string
  attack: string
  /** What was broken; nothing when all held. */
  run: (target: Target) => Promise<string[]>
}

/** Collects claims that turned out false. */
export class Claims {
  readonly broken: string[] = []

  holds(claim: string, isTrue: boolean): void {
    if (!isTrue) this.broken.push(claim)
  }
}

export const attack = (row: string, words: string, run: (target: Target, claims: Claims) => Promise<void>): Attack => ({
  row,
  attack: words,
  async run(target) {
    const claims = new Claims()
    await run(target, claims)
    return claims.broken
  },
})
