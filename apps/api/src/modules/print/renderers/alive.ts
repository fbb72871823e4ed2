import { sql } from 'kysely'
import { columns } from '../../../db/typed-columns.ts'
import { PrintRendererEntity } from '../../../entities/print.entity.ts'

/** How often a process that prints shows that it lives. */
export const heartbeatMs = 3_000

/** SQL over print_renderer: whether it still does. One heartbeat that is lost or late costs nothing. */
export const isAlive = sql<boolean>`${columns(PrintRendererEntity).seenAt} > now() - interval '10 seconds'`
