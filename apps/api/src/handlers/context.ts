import type { BodyFaultsWith, HandlersWith, KeyRequestContext, NavigationRequestContext } from '../http/context.ts'
import type { Services } from './services.ts'

/**
 * Each file implements some of the operations, and `handlers.ts` joins them. A missing operation does not compile
 * there.
 */
export type Handlers = Partial<AllHandlers>
export type KeyContext = KeyRequestContext & Services
export type BodyFaults = BodyFaultsWith<Services>
export type NavigationContext = NavigationRequestContext & Services
export type AllHandlers = HandlersWith<Services>
