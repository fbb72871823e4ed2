import type { TSchema } from 'typebox'
import { operations } from './generated/operations.ts'
import type { KeyScope, StaffUser, TokenScope } from './generated/schemas.ts'
import type { OperationId } from './handlers.ts'

/** One operation of the contract as plain data, for code that treats all of them alike. */
export interface Operation {
  id: OperationId
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH'
  /** The path, with `:name` for each parameter. */
  url: string
  tag: string
  /** Names of the security schemes. Empty if anyone may call the operation. */
  security: readonly string[]
  /** True if the key is optional, or the member session, because the operation starts one. */
  isSecurityOptional: boolean
  /** Roles that may call it, or scopes of a key. Empty allows all of them. */
  roles: readonly (StaffUser['role'] | KeyScope)[]
  /** The scope of staff tokens that it also accepts. Empty if it accepts none. */
  tokenScope: TokenScope | ''
  /** True if a browser navigates to it. It responds with a page or a redirect. */
  navigation: boolean
  /** Status of the usual success response. */
  success: number
  /** Statuses of other success responses, each with its own body. */
  otherSuccesses: readonly number[]
  /** Every status of its responses. */
  statuses: readonly number[]
  /** Media type of the request body. Empty if there is none. */
  bodyMedia: string
  /** Other media types that the same body may have. */
  otherBodyMedia: readonly string[]
  /** True if a request without a body counts as one with an empty object. */
  isBodyOptional: boolean
  /** Bytes. 0 applies the server's own limit. */
  bodyLimit: number
  /** Media type of the success response. Empty if it has no body. */
  media: string
  /** True if it counts toward the write limit. */
  isLimited: boolean
  /** Headers of the success response that the handler sets. */
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
