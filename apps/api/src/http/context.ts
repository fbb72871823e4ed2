import type { FastifyBaseLogger } from 'fastify'
import type {
  Handlers,
  Input,
  NavigationId,
  OperationId,
  PublicOperationId,
  StaffOperationId,
  StaffUser,
} from '@app/contract'
import type { PendingSignIn } from './pending-sign-in-cookie.ts'

/** What every handler learns about its request, beside its input. */
export interface RequestContext {
  log: FastifyBaseLogger
  /** Path and query of the request. */
  url: string
  /** Address of the caller. Forwarded addresses count only when a trusted proxy sent them. */
  clientAddress: string
}

/** What a handler for staff learns too. */
export interface StaffRequestContext extends RequestContext {
  staff: StaffUser
  /** Identifies the session without giving its id away. */
  sessionKey: string
  /** When the session ends, whether it is used or not. */
  sessionEndsAt: string
}

/** What a handler of a page learns and may do too. */
export interface NavigationRequestContext extends RequestContext {
  /** The member of staff who is signed in with this browser. */
  staff: StaffUser | undefined
  /** What this browser keeps while somebody is at the provider. Undefined when there is nothing, or nothing we signed. */
  pendingSignIn: PendingSignIn | undefined
  keepPendingSignIn(pending: PendingSignIn | undefined): void
  startSession(staffId: string): Promise<void>
  endSession(): Promise<void>
  /** A page of another site sent this browser here. */
  fromAnotherSite: boolean
  /** A person opened this address, or one of our own pages did. */
  isOwnNavigation: boolean
  /** The admin app is on the host that this browser already uses. */
  onAdminHost: boolean
}

/** What a browser is answered: a page, or where to go. */
export type Navigation =
  | { redirectTo: string }
  | {
      html: string
      contentSecurityPolicy: string
      status?: 401 | 410 | 422 | 429 | 503
      retryAfterSeconds?: number
    }

// `Services` is what the handlers need beside the request. This folder hands it on and does not look into it.

/** Handlers of operations that the contract opens to anyone. */
export type PublicHandlersWith<Services, Ids extends PublicOperationId> = Handlers<Ids, RequestContext & Services>
/** Handlers of operations that the contract keeps for staff. */
export type StaffHandlersWith<Services, Ids extends StaffOperationId> = Handlers<Ids, StaffRequestContext & Services>
/** Handlers of the pages that a browser goes to. */
export type NavigationHandlersWith<Services, Ids extends NavigationId> = {
  [Id in Ids]: (input: Input<Id>, context: NavigationRequestContext & Services) => Promise<Navigation>
}

/** One handler for every operation of the contract: a missing or misspelled one does not compile. */
export type HandlersWith<Services> = PublicHandlersWith<Services, PublicOperationId> &
  StaffHandlersWith<Services, StaffOperationId> &
  NavigationHandlersWith<Services, NavigationId>

type Uncovered = Exclude<OperationId, keyof HandlersWith<unknown>>
// The three kinds above are every kind there is: an operation of a fourth kind stops the compiler here.
void (true satisfies Uncovered extends never ? true : Uncovered)
