import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs the handler of a request, which `currentRequestId()` then names in everything that the handler calls. */
export const inRequest = <Result>(id: string, handle: () => Result): Result => scope.run(id, handle)

/** The request being handled. Undefined in background work. */
export const currentRequestId = (): string | undefined => scope.getStore()
