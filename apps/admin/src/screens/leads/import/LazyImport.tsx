import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { loadScreen } from '../../../components/load-screen.ts'
import { ScreenBoundary } from '../../../components/ScreenBoundary.tsx'
import type { UrlState } from '../../../list/use-url-state.ts'

const ImportLeads = lazy(() => loadScreen(async () => ({ default: (await import('./ImportLeads.tsx')).ImportLeads })))
const ImportList = lazy(() => loadScreen(async () => ({ default: (await import('./ImportList.tsx')).ImportList })))

/** The import dialog. Its code, with the library that reads files, loads on first use. */
export const LazyImportLeads = ({ url }: { url: UrlState }) => (
  <ScreenBoundary>
    <Suspense>
      <ImportLeads url={url} />
    </Suspense>
  </ScreenBoundary>
)

/** The list of imports. Its code loads on first use. */
export const LazyImportList = ({ url }: { url: UrlState }) => (
  <ScreenBoundary>
    <Suspense fallback={<Skeleton height={320} radius="md" role="status" aria-label="Loading" />}>
      <ImportList url={url} />
    </Suspense>
  </ScreenBoundary>
)
