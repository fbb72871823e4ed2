import type { StaffRole } from '@app/api-client'
import { type ReactNode, Suspense } from 'react'
import type { ScreenMeta } from '../urls/routes.ts'
import { RequireRole } from '../session/RequireRole.tsx'
import { RequireStaff } from '../session/RequireStaff.tsx'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import { ScreenHead } from './ScreenHead.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'

type Props = { meta: ScreenMeta; role: StaffRole; children: ReactNode }

/** Shows the title at once; the content below it waits for the session and for its code. */
export function Screen({ meta, role, children }: Props) {
  return (
    <>
      <ScreenHead {...meta} />
      <ScreenTitle>{meta.title}</ScreenTitle>
      <RequireStaff>
        <RequireRole role={role} title={meta.title}>
          <ScreenBoundary>
            <Suspense fallback={<p role="status">Loading...</p>}>{children}</Suspense>
          </ScreenBoundary>
        </RequireRole>
      </RequireStaff>
    </>
  )
}
