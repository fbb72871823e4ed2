import type { Config } from '../config/config.ts'
import { type CountWrite, limitWrites } from './limits.ts'
import { originCheck } from './origin-check.ts'
import { type Kind, requestContext } from './serve.ts'

/** Operations that anyone may call. They pay nothing for sessions. */
export function forAnyone(config: Config, countWrite: CountWrite): Kind {
  const guards = [originCheck(config)]
  return { guards: () => guards, limit: limitWrites(countWrite), contextOf: requestContext }
}
