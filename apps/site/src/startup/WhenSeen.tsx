import { Suspense, use, type ReactNode } from 'react'
import { whenActivated } from './islands.ts'
import { useIsRunning } from './use-is-running.ts'
import { useMarkReady } from './use-mark-ready.ts'

/** One promise for each part of the prerendered page: React asks again whenever it tries to hydrate the part. */
const activations = new Map<string, Promise<void>>()

function activationOf(name: string): Promise<void> {
  const known = activations.get(name)
  if (known) return known
  const activation = whenActivated(name)
  activations.set(name, activation)
  return activation
}

/** For a part that is not in the prerendered page. React reads the status, and goes on at once. */
const nothing = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

function Held({ name, children }: WhenSeenProps) {
  const isRunning = useIsRunning()
  use(isRunning || import.meta.env.SSR ? nothing : activationOf(name))
  useMarkReady(name)
  return children
}

interface WhenSeenProps {
  /** The `data-island` of the element around it. */
  name: string
  children: ReactNode
}

/**
 * The content of an element that React hydrates when it scrolls into view or is used. It is in the prerendered page, so
 * a slow processor has less to do before it answers the first press.
 */
export const WhenSeen = ({ name, children }: WhenSeenProps) => (
  <Suspense fallback={null}>
    <Held name={name}>{children}</Held>
  </Suspense>
)
