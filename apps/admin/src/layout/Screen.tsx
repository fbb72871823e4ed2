import { type ReactNode, Suspense } from 'react'
import type { ScreenMeta } from '../routes.ts'
import { RequireStaff } from '../session/RequireStaff.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'

/** The title is there at once; what stands under it waits for the session and for its code. */
export function Screen({ meta, children }: { meta: ScreenMeta; children: ReactNode }) {
  return (
    <>
      <ScreenHead {...meta} />
      <ScreenTitle>{meta.title}</ScreenTitle>
      <RequireStaff>
        <ScreenBoundary>
          <Suspense fallback={<p role="status">Loading...</p>}>{children}</Suspense>
        </ScreenBoundary>
      </RequireStaff>
    </>
  )
}
