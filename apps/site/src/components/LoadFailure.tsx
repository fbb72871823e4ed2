import { useLayoutEffect, useRef, type ReactNode } from 'react'
import buttons from './buttons.module.css'
import { useIsOnline } from '../lib/use-is-online.ts'

interface LoadFailureProps {
  className: string | undefined
  /** The query that failed. */
  query: { isFetching: boolean; refetch: () => unknown }
  /** What could not be loaded, and what holds all the same. */
  children: ReactNode
}

/** Stands in place of what could not be loaded. Once the connection is back, the query is repeated by itself. */
export function LoadFailure({ className, query: { isFetching, refetch }, children }: LoadFailureProps) {
  const isOnline = useIsOnline()
  const notice = useRef<HTMLDivElement>(null)

  // What has loaded takes the place of the button, so the heading above it gets the focus.
  useLayoutEffect(() => {
    const left = notice.current
    const heading = left?.closest('section')?.querySelector('h2')
    return () => {
      if (left?.contains(document.activeElement)) heading?.focus({ preventScroll: true })
    }
  }, [])

  return (
    <div ref={notice} className={className}>
      <p role="alert">
        {children}
        {!isOnline && ' You are offline: it loads by itself when the connection is back.'}
      </p>
      <button
        type="button"
        className={buttons.secondary}
        // Not disabled, which would take the focus away.
        aria-disabled={isFetching}
        onClick={() => !isFetching && void refetch()}
      >
        {isFetching ? 'Loading...' : 'Try Again'}
      </button>
    </div>
  )
}
