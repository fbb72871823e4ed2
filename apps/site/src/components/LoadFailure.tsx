import { useNetwork } from '@mantine/hooks'
import type { ReactNode } from 'react'
import buttons from './buttons.module.css'

interface LoadFailureProps {
  className: string | undefined
  /** The query that failed. */
  query: { isFetching: boolean; refetch: () => unknown }
  /** A message about what failed to load and what still works. */
  children: ReactNode
}

/** Replaces content that failed to load. The query client retries by itself once the connection is back. */
export function LoadFailure({ className, query: { isFetching, refetch }, children }: LoadFailureProps) {
  const { online: isOnline } = useNetwork()
  return (
    <div className={className}>
      <p role="alert">
        {children}
        {!isOnline && ' You’re offline. It will load when you’re back online.'}
      </p>
      <button
        type="button"
        className={buttons.secondary}
        // Not disabled: a disabled button loses the focus.
        aria-disabled={isFetching}
        onClick={() => !isFetching && void refetch()}
      >
        {isFetching ? 'Loading...' : 'Try Again'}
      </button>
    </div>
  )
}
