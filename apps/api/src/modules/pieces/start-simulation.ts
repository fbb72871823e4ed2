import type { Jobs } from '../../jobs/jobs.ts'
import type { EntityManager } from '../../entities/database.ts'
import { playTimeline } from './simulate.ts'

/** Plays the timelines of test pieces. */
export function startSimulation(em: EntityManager, jobs: Jobs): void {
  jobs.work('simulation', {
    run: ({ id }) => playTimeline(em.fork({ useContext: false }), id),
    // The piece stays where it is. Nothing depends on it.
    giveUp: async () => {},
  })
}
