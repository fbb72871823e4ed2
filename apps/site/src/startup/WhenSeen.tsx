import { type ComponentType, lazy, type ReactNode, Suspense, use } from 'react'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { whenActivated } from './islands.ts'
import { PartBoundary } from './PartBoundary.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useMarkReady } from './use-mark-ready.ts'

/** For a part that is not in the prerendered page. React reads the status and continues without suspending. */
const fulfilled = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

function Deferred({ name, children }: WhenSeenProps) {
  const isHydrated = useIsHydrated()
  use(isHydrated || import.meta.env.SSR ? fulfilled : whenActivated(name))
  useMarkReady(name)
  return children
}

interface WhenSeenProps {
  /** The `data-island` of the surrounding element. */
  name: string
  children: ReactNode
}

/**
 * Content that React hydrates when it scrolls into view or is used. It is part of the prerendered page, so a slow
 * processor has less to do before it handles the first click.
 */
export const WhenSeen = ({ name, children }: WhenSeenProps) => (
  <Suspense fallback={null}>
    <Deferred name={name}>{children}</Deferred>
  </Suspense>
)

interface InBrowserProps {
  /** Shown until the content has loaded. */
  loading: ReactNode
  /** See PartBoundary. */
  recovery?: ReactNode
  children: ReactNode
}

/** Content that only the browser can render, because it depends on the browser's storage. */
export const InBrowser = ({ loading, recovery, children }: InBrowserProps) =>
  useIsHydrated() ? (
    <PartBoundary recovery={recovery}>
      <Suspense fallback={loading}>{children}</Suspense>
    </PartBoundary>
  ) : (
    loading
  )

/** The element of a part whose code loads once it is seen or used, with its prerendered HTML. */
export const Island = ({ name, children }: WhenSeenProps) => (
  <div data-island={name}>
    <WhenSeen name={name}>{children}</WhenSeen>
  </div>
)

/** A component whose code loads when it is first rendered. In an island, that is once the island is activated. */
export const lazyPart = <Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) =>
  lazy(async () => {
    const { [name]: Part } = await loadWithRetry(load)
    return { default: Part }
  })
