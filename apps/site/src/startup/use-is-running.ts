import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the prerendered page and while React hydrates it, so that both render the same. */
export const useIsRunning = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
