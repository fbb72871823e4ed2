import type { Crowd } from './crowd.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

export interface Fault {
  /** Of the fault table that docs/performance.md explains. */
  id: string
  name: string
  /** Visitors who read and write all the while; without them the fault brings its own callers. */
  underLoad: boolean
  strike: (stage: Stage, findings: Findings, crowd: Crowd) => Promise<void>
}
