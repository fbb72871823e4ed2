import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt } from './common-columns.ts'

/** A process that prints. It is alive while it was seen lately. */
export const PrintRendererEntity = defineEntity({
  name: 'PrintRenderer',
  tableName: 'print_renderer',
  properties: {
    id: p.uuid().primary(),
    startedAt: insertedAt(),
    seenAt: insertedAt(),
    /** `isolated` renderers may print templates of callers. */
    confinement: p.string().length(10).$type<'isolated' | 'none'>(),
    /** Why it is open. */
    reason: p.text().nullable(),
    version: p.string().length(60),
    /** Proofs that it prints at the moment. */
    inWork: p.integer().default(0),
    /** Files of print runs that it makes at the moment. */
    runFiles: p.integer().default(0),
    /** Counters since the renderer started, for staff. */
    counts: p.json<Record<string, number>>().defaultRaw(`'{}'`),
  },
})
