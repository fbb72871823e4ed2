import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs the handler of a request, and makes its id available to everything that it calls as `currentRequestId()`. */
export const inRequest = <Result>(id: string, handle: () => Result): Result => scope.run(id, handle)

/** The request being handled. Undefined in background work. */
export const currentRequestId = (): string | undefined => scope.getStore()
