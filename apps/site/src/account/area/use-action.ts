import { useRef, useState } from 'react'
import { useToasts } from '../../toasts/toasts.ts'
import { reasonOf } from './reason.ts'

/** Longer than a double click, whose second half must not repeat what the first one did. */
const restMs = 700

/** One call at a time: a second click while it runs does nothing. The failure stays until the next attempt. */
export function useAction<Args extends readonly unknown[]>(run: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const restsUntil = useRef(0)
  const act = async (...args: Args) => {
    if (performance.now() < restsUntil.current) return
    restsUntil.current = Infinity
    setState({ isBusy: true })
    try {
      await run(...args)
      restsUntil.current = performance.now() + restMs
      setState({ isBusy: false })
    } catch (error) {
      restsUntil.current = 0
      setState({ isBusy: false, error })
    }
  }
  return {
    ...state,
    failure: state.error === undefined ? undefined : reasonOf(state.error),
    act: (...args: Args) => void act(...args),
  }
}

/** The same for an action without a place of its own for its result: toasts say that it was done, or why it failed. */
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
