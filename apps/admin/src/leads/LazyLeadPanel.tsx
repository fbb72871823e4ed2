import { lazy, Suspense, useEffect, useState } from 'react'
import { loadScreen } from '../layout/load-screen.ts'
import { ScreenBoundary } from '../layout/ScreenBoundary.tsx'
import type { LeadPanelProps } from './LeadPanel.tsx'

const load = async () => ({ default: (await import('./LeadPanel.tsx')).LeadPanel })
const LeadPanel = lazy(() => loadScreen(load))

type Props = LeadPanelProps & {
  /** Loads its code before a lead is opened, where that is what the screen is for. */
  isSoon?: boolean
}

/** The panel of a lead, whose code is loaded with the first lead that is opened. */
export function LazyLeadPanel({ isSoon = false, ...panel }: Props) {
  // It stays when it closes, to give the focus back.
  const [wasOpened, setOpened] = useState(false)
  if (panel.id !== undefined && !wasOpened) setOpened(true)
  useEffect(() => {
    if (isSoon) load().catch(() => {})
  }, [isSoon])
  if (!wasOpened) return null
  return (
    <ScreenBoundary>
      <Suspense>
        <LeadPanel {...panel} />
      </Suspense>
    </ScreenBoundary>
  )
}
