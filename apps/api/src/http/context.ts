import type { EntityManager } from '@mikro-orm/postgresql'
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
import type { Config } from '../config.ts'
import type { PendingSignIn, SingleSignOn } from '../modules/auth/single-sign-on.ts'
import type { Arrivals } from '../modules/live/arrivals.ts'
import type { LiveStreams } from '../modules/live/live-streams.ts'
import type { SignInLimit } from '../modules/auth/sign-in-limit.ts'

/** What every handler receives beside its input. */
export interface Context {
  /** Forked for this request; one identity map. */
  em: EntityManager
  config: Config
  log: FastifyBaseLogger
  /** Path and query of the request. */
  url: string
  /** Address of the caller, through trusted proxies only. */
  clientAddress: string
  /** Where a stored record is made known to staff who look. */
  arrivals: Arrivals
}

export interface StaffContext extends Context {
  staff: StaffUser
  /** Names the session without its id. */
  sessionKey: string
  /** When the session is over, used or not. */
  sessionEndsAt: string
  signInLimit: SignInLimit
  streams: LiveStreams
}

export interface NavigationContext extends Context {
  /** The member of staff that this browser is signed in as. */
  staff: StaffUser | undefined
  signInLimit: SignInLimit
  /** The provider that staff sign in at; undefined: with a password, here. */
  singleSignOn: SingleSignOn | undefined
  /** What this browser keeps while somebody is at the provider; undefined when there is nothing, or not from us. */
  pendingSignIn: PendingSignIn | undefined
  keepPendingSignIn(pending: PendingSignIn | undefined): void
  startSession(staffId: string): Promise<void>
  endSession(): Promise<void>
  /** Another site's page sent this browser here. */
  fromAnotherSite: boolean
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

/** Handlers of operations that the contract opens to anyone. */
export type PublicHandlers<Ids extends PublicOperationId> = Handlers<Ids, Context>
/** Handlers of operations that the contract keeps for staff. */
export type StaffHandlers<Ids extends StaffOperationId> = Handlers<Ids, StaffContext>
/** Handlers of the pages that a browser goes to. */
export type NavigationHandlers<Ids extends NavigationId = NavigationId> = {
  [Id in Ids]: (input: Input<Id>, context: NavigationContext) => Promise<Navigation>
}

/** One handler for every operation of the contract: a missing or misspelt one does not compile. */
export type AllHandlers = PublicHandlers<PublicOperationId> & StaffHandlers<StaffOperationId> & NavigationHandlers

type Uncovered = Exclude<OperationId, keyof AllHandlers>
// The three kinds above are every kind there is: an operation of a fourth kind stops the compiler here.
export const everyOperationIsCovered: Uncovered extends never ? true : Uncovered = true
