import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False during prerendering and hydration, so that both render the same. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
