import type { Static, TSchema } from 'typebox'
import type { operations } from './generated/operations.ts'

type Operations = typeof operations

export type OperationId = keyof Operations

type Secured<Schemes extends readonly string[]> = {
  [Id in OperationId]: Operations[Id]['security'] extends Schemes ? Id : never
}[OperationId]

/** Operations that anyone may call. */
export type PublicOperationId = Exclude<Secured<readonly []>, PageId>

/** Operations that require or accept a key of the print API. */
export type KeyOperationId = Secured<readonly ['printKey']>

/** Operations on an account's data, with one of its keys or the session of one of its members. */
export type WorkspaceOperationId = Secured<readonly ['printKey', 'memberSession']>

/** Operations of the customer area, which require a signed-in member of an account, or sign one in. */
export type MemberOperationId = Secured<readonly ['memberSession']>

/** True when the key or the session is optional. */
export type IsSecurityOptional<Id extends OperationId> = Operations[Id]['isSecurityOptional']

/** True when the operation accepts a staff token. */
export type TakesToken<Id extends OperationId> = Operations[Id]['tokenScope'] extends '' ? false : true

type PageId = {
  [Id in OperationId]: Operations[Id]['navigation'] extends true ? Id : never
}[OperationId]

/** Short links. They redirect every caller. */
export type RedirectId = {
  [Id in PageId]: Operations[Id]['success'] extends 302 ? Id : never
}[PageId]

/** Pages that a browser navigates to. They respond with HTML or a redirect and read the session. */
export type NavigationId = Exclude<PageId, RedirectId>

type Part<Id extends OperationId, Name extends string> = Operations[Id] extends {
  schema: Record<Name, infer Schema extends TSchema>
}
  ? Static<Schema>
  : undefined

/** The validated input of an operation. */
export interface Input<Id extends OperationId> {
  params: Part<Id, 'params'>
  query: Part<Id, 'querystring'>
  headers: Part<Id, 'headers'>
  body: Part<Id, 'body'>
}

type Responses<Id extends OperationId> = Operations[Id] extends { schema: { response: infer Found } } ? Found : never

type StatusBody<Id extends OperationId, Status extends number> =
  Responses<Id> extends { [S in `${Status}`]: infer Schema extends TSchema } ? Static<Schema> : never

type SuccessBody<Id extends OperationId> = StatusBody<Id, Operations[Id]['success']>

/** A file is sent in chunks as it is created or read, and a stream of events one by one as they happen. */
type AnswerBody<Id extends OperationId> = Operations[Id]['media'] extends 'text/csv'
  ? AsyncIterable<string>
  : Operations[Id]['media'] extends 'application/pdf' | 'image/png'
    ? AsyncIterable<Uint8Array>
    : Operations[Id]['media'] extends 'text/event-stream'
      ? AsyncIterable<SuccessBody<Id>>
      : SuccessBody<Id>

type Headers<Id extends OperationId> = {
  [Name in Operations[Id]['responseHeaders'][number]]: string | undefined
}

type AnyStatus<Id extends OperationId> = Operations[Id]['success'] | Operations[Id]['otherSuccesses'][number]

/** A response of an operation with several success statuses, each of which has its own body. */
type Statuses<Id extends OperationId, Status extends number = AnyStatus<Id>> = Status extends number
  ? { status: Status; body: StatusBody<Id, Status>; headers: Headers<Id> }
  : never

/** The body of the success response, with its headers and status if the contract declares any. */
export type Output<Id extends OperationId> = [Operations[Id]['responseHeaders'][number]] extends [never]
  ? SuccessBody<Id> extends null
    ? void
    : AnswerBody<Id>
  : [Operations[Id]['otherSuccesses'][number]] extends [never]
    ? { body: SuccessBody<Id> extends null ? undefined : AnswerBody<Id>; headers: Headers<Id> }
    : Statuses<Id>
