import type { Crowd } from './crowd.ts'
import type { Stage } from './stage.ts'

/** What one fault showed: each claim and whether it held, and figures for the reader. */
export class Findings {
  readonly broken: string[] = []
  readonly figures: string[] = []

  holds(claim: string, isTrue: boolean): void {
    if (!isTrue) this.broken.push(claim)
  }

  figure(text: string): void {
    this.figures.push(text)
  }
}

export interface Fault {
  /** Of the fault table that docs/performance.md explains. */
  id: string
  name: string
  /** Visitors who read and write all the while; without them the fault brings its own callers. */
  underLoad: boolean
  strike: (stage: Stage, findings: Findings, crowd: Crowd) => Promise<void>
}
