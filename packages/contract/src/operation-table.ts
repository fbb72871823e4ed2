import type { TSchema } from 'typebox'
import { operations } from './generated/operations.ts'
import type { KeyScope, StaffUser, TokenScope } from './generated/schemas.ts'
import type { OperationId } from './handlers.ts'

/** One operation of the contract as plain data, for code that treats all of them alike. */
export interface Operation {
  id: OperationId
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'
  /** Path with `:name` for each parameter. */
  url: string
  tag: string
  /** Names of the security schemes; empty for an operation that anyone may call. */
  security: readonly string[]
  /** The key is optional, or the session of a member: the operation starts one. */
  isSecurityOptional: boolean
  /** Roles that may call it, or scopes of a key; empty means all of them. */
  roles: readonly (StaffUser['role'] | KeyScope)[]
  /** Scope of a staff token that opens it too; empty where no token does. */
  tokenScope: TokenScope | ''
  /** A browser goes to it: it answers with a page or a redirect. */
  navigation: boolean
  /** Status of the usual success answer. */
  success: number
  /** Statuses of others, each with a body of its own. */
  otherSuccesses: readonly number[]
  /** Every status that it may answer with. */
  statuses: readonly number[]
  /** Media type of the request body; empty when it takes no body. */
  bodyMedia: string
  /** Media types that the same body may have instead. */
  otherBodyMedia: readonly string[]
  /** A request without a body is taken as one with an empty object. */
  isBodyOptional: boolean
  /** Bytes; 0 where the server's own limit holds. */
  bodyLimit: number
  /** Media type of the success answer; empty when that has no body. */
  media: string
  /** The write limit counts it. */
  isLimited: boolean
  /** Headers of the success answer that the handler sets. */
  responseHeaders: readonly string[]
  schema: {
    params?: TSchema
    querystring?: TSchema
    headers?: TSchema
    body?: TSchema
    response: Readonly<Record<string, TSchema>>
  }
}

/** Every operation, in the order of the contract. */
export const operationTable: readonly Operation[] = Object.values(operations)
