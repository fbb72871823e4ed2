import type { Static, TSchema } from 'typebox'
import type { operations } from './generated/operations.ts'

type Operations = typeof operations

/** Every operation of the contract. */
export type OperationId = keyof Operations

/** Operations that the contract opens to anyone. */
export type PublicOperationId = {
  [Id in OperationId]: Operations[Id]['security'] extends readonly [] ? NotNavigation<Id> : never
}[OperationId]

/** Operations that need a key of the print API, or take one. */
export type KeyOperationId = {
  [Id in OperationId]: Operations[Id]['security'] extends readonly ['printKey'] ? Id : never
}[OperationId]

/** True when the key is optional. */
export type IsKeyOptional<Id extends OperationId> = Operations[Id]['isSecurityOptional']

/** Operations that need a signed-in member of staff. */
export type StaffOperationId = Exclude<OperationId, PublicOperationId | KeyOperationId | NavigationId | RedirectId>

/** True when a staff token opens it. */
export type TakesToken<Id extends OperationId> = Operations[Id]['tokenScope'] extends '' ? false : true

type PageId = {
  [Id in OperationId]: Operations[Id]['navigation'] extends true ? Id : never
}[OperationId]

/** Short links. They redirect every caller. */
export type RedirectId = {
  [Id in PageId]: Operations[Id]['success'] extends 302 ? Id : never
}[PageId]

/** Pages a browser goes to: they respond with HTML or a redirect and read the session. */
export type NavigationId = Exclude<PageId, RedirectId>

type NotNavigation<Id extends OperationId> = Operations[Id]['navigation'] extends true ? never : Id

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

type SuccessBody<Id extends OperationId> = Operations[Id] extends {
  success: infer Status extends number
  schema: { response: infer Responses }
}
  ? Responses extends { [S in `${Status}`]: infer Schema extends TSchema }
    ? Static<Schema>
    : never
  : never

/** A file is sent piece by piece as it is made or read, a stream of events one by one as they happen. */
type AnswerBody<Id extends OperationId> = Operations[Id]['media'] extends 'text/csv'
  ? AsyncIterable<string>
  : Operations[Id]['media'] extends 'application/pdf' | 'image/png'
    ? AsyncIterable<Uint8Array>
    : Operations[Id]['media'] extends 'text/event-stream'
      ? AsyncIterable<SuccessBody<Id>>
      : SuccessBody<Id>

type HeaderName<Id extends OperationId> = Operations[Id]['responseHeaders'][number]

/** The body of the operation's success answer; with its headers and its status where the contract names some. */
export type Output<Id extends OperationId> = [HeaderName<Id>] extends [never]
  ? SuccessBody<Id> extends null
    ? void
    : AnswerBody<Id>
  : { body: SuccessBody<Id> extends null ? undefined : AnswerBody<Id> } & {
      headers: { [Name in HeaderName<Id>]: string | undefined }
    } & Status<Id>

type Status<Id extends OperationId> = Operations[Id]['alsoLater'] extends true ? { status: 200 | 202 } : unknown

/** One function per operation: a missing or misspelt one, or a wrong answer, does not compile. */
export type Handlers<Ids extends OperationId, Context> = {
  [Id in Ids]: (input: Input<Id>, context: Context) => Promise<Output<Id>>
}
