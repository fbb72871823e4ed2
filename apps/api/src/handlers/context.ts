import type { BodyFaultsWith, HandlersWith, KeyRequestContext, NavigationRequestContext } from '../http/context.ts'
import type { Services } from './services.ts'

/** Each file has some of the operations. `handlers.ts` joins them: a missing one does not compile there. */
export type Handlers = Partial<AllHandlers>
export type KeyContext = KeyRequestContext & Services
export type BodyFaults = BodyFaultsWith<Services>
export type NavigationContext = NavigationRequestContext & Services
export type AllHandlers = HandlersWith<Services>
