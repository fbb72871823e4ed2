import type { FastifyBaseLogger } from 'fastify'
import type {
  FieldError,
  Handlers,
  Input,
  IsSecurityOptional,
  KeyOperationId,
  KeyScope,
  MemberAccount,
  MemberOperationId,
  NavigationId,
  OperationId,
  Output,
  PublicOperationId,
  RedirectId,
  StaffOperationId,
  StaffUser,
  TakesToken,
  WorkspaceOperationId,
} from '@app/contract'
import type { PendingSignIn } from './pending-sign-in-cookie.ts'

/** What every handler learns about its request, beside its input. */
export interface RequestContext {
  log: FastifyBaseLogger
  url: string
  /** Address of the caller. Forwarded addresses count only when a trusted proxy sent them. */
  clientAddress: string
}

/** What a handler for staff learns too. */
export interface StaffRequestContext extends RequestContext {
  staff: StaffUser
  /** Tells the sessions and tokens of a member apart: the beginning of what is stored of a session, or of a token. */
  credential: string
  /** Of the token that was sent; undefined for a session. */
  tokenScopes: readonly string[] | undefined
}

/** The session of a request. */
interface OwnSession {
  /** Identifies the session without giving its id away. */
  sessionKey: string
  /** When the session ends, whether it is used or not. */
  sessionEndsAt: string
}

/** What only handlers learn whose operations take no token, so that there always is a session. */
export interface SessionRequestContext extends StaffRequestContext, OwnSession {
  /** Nothing but setting up a second factor is open to this account. */
  needsSecondFactor: boolean
  /** Goes on under a new session id: what the session may do has changed, and an id that was copied before may not. */
  renewSession: () => Promise<void>
}

/** Where the data of a caller of the print API is. */
interface Workspace {
  id: string
  mode: 'sandbox' | 'test' | 'live'
}

export interface AccountWorkspace extends Workspace {
  mode: 'test' | 'live'
}

/** A member of a customer's account, as they are at the time of the request. */
export interface SignedInMember {
  id: string
  name: string
  email: string
  account: MemberAccount
  /** The ids of the account's workspaces. */
  workspaces: Readonly<Record<AccountWorkspace['mode'], string>>
}

/** What a handler of the customer area learns and may do too. */
export interface MemberRequestContext extends RequestContext, OwnSession {
  member: SignedInMember
  endSession: () => Promise<void>
}

/** What a handler that signs a member in may do too. */
export interface SignInRequestContext extends RequestContext {
  startSession: (memberId: string) => Promise<void>
}

/** A key of the print API that works at the time of the request. */
export interface PrintKey {
  id: string
  /** The beginning of the key, which is not secret. */
  prefix: string
  scopes: KeyScope[]
  createdAt: string
  /** Null for the key of an account, which does not expire by itself. */
  expiresAt: string | null
  workspace: Workspace
  /** Null for the key of a sandbox. */
  account: string | null
}

/** What a handler of the print API learns too. */
export interface KeyRequestContext extends RequestContext {
  /** The key of the request. Undefined where the contract lets callers leave it out, and this one did. */
  printKey: PrintKey | undefined
}

/** What a handler of an account's data learns too. */
export interface WorkspaceRequestContext extends RequestContext {
  /** That of the key, or the one that a member of the account chose. */
  workspace: AccountWorkspace
  /** Undefined for a program with a key. */
  member: SignedInMember | undefined
  /** The beginning of the key, which is not secret. Undefined for a member. */
  keyPrefix: string | undefined
}

/** What a handler of a page learns and may do too. */
export interface NavigationRequestContext extends RequestContext {
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

/** What a handler of a short address learns too. */
interface RedirectRequestContext extends RequestContext {
  /** Whether somebody opens the address, which is not only looked up or loaded in advance. */
  isFollowed: boolean
}

// `Services` is what the handlers need beside the request. This folder hands it on and does not look into it.

/** Handlers of operations that the contract opens to anyone. */
export type PublicHandlersWith<Services> = Handlers<PublicOperationId, RequestContext & Services>
/** Handlers of operations that the contract keeps for staff. */
export type StaffHandlersWith<Services> = {
  [Id in StaffOperationId]: (
    input: Input<Id>,
    context: (TakesToken<Id> extends true ? StaffRequestContext : SessionRequestContext) & Services,
  ) => Promise<Output<Id>>
}
/** Handlers of operations that need a key, or take one. */
export type KeyHandlersWith<Services> = {
  [Id in KeyOperationId]: (
    input: Input<Id>,
    context: RequestContext & {
      printKey: PrintKey | (IsSecurityOptional<Id> extends true ? undefined : never)
    } & Services,
  ) => Promise<Output<Id>>
}
/** Handlers of operations on the data of an account. */
export type WorkspaceHandlersWith<Services> = Handlers<WorkspaceOperationId, WorkspaceRequestContext & Services>
export type MemberHandlersWith<Services> = {
  [Id in MemberOperationId]: (
    input: Input<Id>,
    context: (IsSecurityOptional<Id> extends true ? SignInRequestContext : MemberRequestContext) & Services,
  ) => Promise<Output<Id>>
}
/** Looks at bodies that their schemas refuse, for what else is wrong with them. */
export type BodyFaultsWith<Services> = {
  [Id in KeyOperationId]?: (body: unknown, context: KeyRequestContext & Services) => Promise<FieldError[]>
}
/** Handlers of the pages that a browser goes to. */
export type NavigationHandlersWith<Services> = {
  [Id in NavigationId]: (input: Input<Id>, context: NavigationRequestContext & Services) => Promise<Navigation>
}

export type RedirectHandlersWith<Services> = {
  [Id in RedirectId]: (input: Input<Id>, context: RedirectRequestContext & Services) => Promise<{ redirectTo: string }>
}

/** One handler for every operation of the contract: a missing or misspelled one does not compile. */
export type HandlersWith<Services> = PublicHandlersWith<Services> &
  StaffHandlersWith<Services> &
  KeyHandlersWith<Services> &
  WorkspaceHandlersWith<Services> &
  MemberHandlersWith<Services> &
  NavigationHandlersWith<Services> &
  RedirectHandlersWith<Services>

type Uncovered = Exclude<OperationId, keyof HandlersWith<unknown>>
// The kinds above are every kind there is: an operation of another kind stops the compiler here.
void (true satisfies Uncovered extends never ? true : Uncovered)
