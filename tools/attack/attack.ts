import type { Target } from './target.ts'

export interface Attack {
  /** Its id in the attack table of docs/security.md. */
  row: string
  attack: string
  /** Resolves with what went wrong: nothing when the product withstood the attack. */
  run: (target: Target) => Promise<string[]>
}

/** Collects what went wrong. */
export class Checks {
  readonly failures: string[] = []

  /** @param failure what went wrong, in words for the report; never what should have happened */
  failUnless(isFine: boolean, failure: string): void {
    if (!isFine) this.failures.push(failure)
  }
}

export const attack = (row: string, words: string, run: (target: Target, checks: Checks) => Promise<void>): Attack => ({
  row,
  attack: words,
  async run(target) {
    const checks = new Checks()
    await run(target, checks)
    return checks.failures
  },
})
