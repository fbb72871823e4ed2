import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadScreen } from '../components/load-screen.ts'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import type { UrlState } from '../list/use-url-state.ts'

const SpamLeads = lazy(() => loadScreen(async () => ({ default: (await import('./SpamLeads.tsx')).SpamLeads })))

/** Leads in spam, whose code loads when they are first opened. */
export const LazySpamLeads = ({ url }: { url: UrlState }) => (
  <ScreenBoundary>
    <Suspense fallback={<Skeleton height={320} radius="md" role="status" aria-label="Loading" />}>
      <SpamLeads url={url} />
    </Suspense>
  </ScreenBoundary>
)
