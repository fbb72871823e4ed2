import type { FastifyBaseLogger } from 'fastify'
import type {
  FieldError,
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
  StaffUser,
  TakesToken,
  WorkspaceOperationId,
} from '@app/contract'
import type { Owner } from '../entities/owner.ts'
import type { PendingSignIn } from './pending-sign-in-cookie.ts'

/** The request's context, passed to every handler with its input. */
export interface RequestContext {
  log: FastifyBaseLogger
  url: string
  /** The caller's address. Forwarded addresses count only if a trusted proxy sent them. */
  clientAddress: string
}

/** Context of staff operations. */
export interface StaffRequestContext extends RequestContext {
  staff: StaffUser
  /** Distinguishes the sessions and tokens of an account: a prefix of the stored hash. */
  credential: string
  /** The scopes of the request's token. Undefined for a session. */
  tokenScopes: readonly string[] | undefined
}

/** The session of a request. */
interface OwnSession {
  /** Identifies the session without revealing its id. */
  sessionKey: string
  /** When the session ends, even if it is used. */
  sessionEndsAt: string
}

/** Context of staff operations that accept no tokens, so there always is a session. */
export interface SessionRequestContext extends StaffRequestContext, OwnSession {
  /** True when this account can only set up a second factor. */
  needsSecondFactor: boolean
  /** Changes the session id, because the session gains rights that an id copied earlier must not have. */
  renewSession: () => Promise<void>
}

/** Owner of a print API caller's data. */
interface Workspace {
  id: string
  mode: 'sandbox' | 'test' | 'live'
}

export interface AccountWorkspace extends Workspace {
  mode: 'test' | 'live'
}

/** A member of a customer account, as of this request. */
export interface SignedInMember {
  id: string
  name: string
  email: string
  account: MemberAccount
  /** The ids of the account's workspaces. */
  workspaces: Readonly<Record<AccountWorkspace['mode'], string>>
}

/** Context of customer area operations. */
export interface MemberRequestContext extends RequestContext, OwnSession {
  member: SignedInMember
  endSession: () => Promise<void>
}

/** Context of operations that sign a member in. */
export interface SignInRequestContext extends RequestContext {
  startSession: (memberId: string) => Promise<void>
}

/** A print API key that is valid at the time of the request. */
export interface PrintKey {
  id: string
  /** The beginning of the key, which is not secret. */
  prefix: string
  scopes: KeyScope[]
  createdAt: string
  /** Null for an account key, which does not expire. */
  expiresAt: string | null
  workspace: Workspace
  /** Null for a sandbox key. */
  account: string | null
}

/** Context of operations that accept an API key. */
export interface KeyRequestContext extends RequestContext {
  /** The key of the request. Undefined when it is optional and missing. */
  printKey: PrintKey | undefined
}

/** Context of operations on an account's data. */
export interface WorkspaceRequestContext extends RequestContext {
  /** The workspace of the key, or the one that a member chose. */
  workspace: AccountWorkspace
  /** Undefined for a program with a key. */
  member: SignedInMember | undefined
  /** The beginning of the key, which is not secret. Undefined for a member. */
  keyPrefix: string | undefined
}

/** Context of server-rendered pages. */
export interface NavigationRequestContext extends RequestContext {
  staff: StaffUser | undefined
  /** The sign-in state kept in this browser during single sign-on. Undefined when missing or not signed by us. */
  pendingSignIn: PendingSignIn | undefined
  keepPendingSignIn(pending: PendingSignIn | undefined): void
  startSession(owner: Owner): Promise<void>
  endSession(): Promise<void>
  /** True when a page of another site sent this browser here. */
  fromAnotherSite: boolean
  /** True when a person opened this URL directly or from one of our own pages. */
  isOwnNavigation: boolean
}

/** The response to a navigation: a page or a redirect. */
export type Navigation =
  | { redirectTo: string }
  | {
      html: string
      contentSecurityPolicy: string
      status?: 401 | 410 | 422 | 429 | 503
      retryAfterSeconds?: number
    }

/** Context of short links. */
interface RedirectRequestContext extends RequestContext {
  /** False for prefetches and HEAD requests. */
  isFollowed: boolean
}

// `Services` are passed through to the handlers. This folder does not depend on their type.

/** The context of an operation, derived from the contract's requirements for its caller. */
type ContextOf<Id extends OperationId> = Id extends PublicOperationId
  ? RequestContext
  : Id extends RedirectId
    ? RedirectRequestContext
    : Id extends NavigationId
      ? NavigationRequestContext
      : Id extends KeyOperationId
        ? RequestContext & { printKey: PrintKey | (IsSecurityOptional<Id> extends true ? undefined : never) }
        : Id extends WorkspaceOperationId
          ? WorkspaceRequestContext
          : Id extends MemberOperationId
            ? IsSecurityOptional<Id> extends true
              ? SignInRequestContext
              : MemberRequestContext
            : TakesToken<Id> extends true
              ? StaffRequestContext
              : SessionRequestContext

type AnswerOf<Id extends OperationId> = Id extends RedirectId
  ? { redirectTo: string }
  : Id extends NavigationId
    ? Navigation
    : Output<Id>

/**
 * One handler per operation of the contract. A missing or misspelled handler, or a response of the wrong type, does not
 * compile.
 */
export type HandlersWith<Services> = {
  [Id in OperationId]: (input: Input<Id>, context: ContextOf<Id> & Services) => Promise<AnswerOf<Id>>
}

/** Finds further errors in bodies that their schemas reject. */
export type BodyFaultsWith<Services> = {
  [Id in KeyOperationId]?: (body: unknown, context: KeyRequestContext & Services) => Promise<FieldError[]>
}
