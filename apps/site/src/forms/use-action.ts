import { ApiError, problemOf } from '@app/api-client'
import { useRef, useState } from 'react'
import { useToasts } from '../toasts/toasts.ts'

/** Longer than a double click, whose second click must not repeat the action. */
const guardMs = 700

/** Runs one call at a time and ignores clicks in the meantime. The error stays until the next attempt. */
export function useAction<Args extends readonly unknown[]>(run: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const guardedUntil = useRef(0)
  const act = async (...args: Args) => {
    if (performance.now() < guardedUntil.current) return
    guardedUntil.current = Infinity
    setState({ isBusy: true })
    try {
      await run(...args)
      guardedUntil.current = performance.now() + guardMs
      setState({ isBusy: false })
    } catch (error) {
      guardedUntil.current = 0
      setState({ isBusy: false, error })
    }
  }
  return {
    ...state,
    failure: state.error === undefined ? undefined : reasonOf(state.error),
    act: (...args: Args) => void act(...args),
  }
}

/** Like `useAction`, but reports the result in a toast. */
export function useToastedAction(run: () => Promise<unknown>, done?: string) {
  const { showDone, showError } = useToasts()
  return useAction(async () => {
    try {
      await run()
      if (done) showDone(done)
    } catch (error) {
      showError(reasonOf(error))
    }
  })
}

/** The message for a failed call: the cause, and what to do. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server didn’t respond. Check your connection and try again.'
  const { status } = error
  if (status === 401) return 'Your session has ended.'
  if (status === 429) return 'That was too many requests. Wait a minute and try again.'
  if (status >= 500) return 'Something went wrong on our side. Try again in a minute.'
  if (status === 404) return 'It no longer exists. It may have been deleted in the meantime.'
  return problemOf(error)?.detail ?? 'The request was rejected.'
}
