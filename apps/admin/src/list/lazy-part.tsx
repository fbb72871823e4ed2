import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { loadScreen } from '../components/load-screen.ts'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import type { UrlState } from './use-url-state.ts'

type Part = (props: { url: UrlState }) => ReactNode

const listSkeleton = <Skeleton height={320} radius="md" role="status" aria-label="Loading" />

/** A part of a screen whose code loads when it is first shown. */
export function lazyPart(load: () => Promise<Part>, fallback: ReactNode = listSkeleton): Part {
  const Loaded = lazy(() => loadScreen(async () => ({ default: await load() })))
  return ({ url }) => (
    <ScreenBoundary>
      <Suspense fallback={fallback}>
        <Loaded url={url} />
      </Suspense>
    </ScreenBoundary>
  )
}
