import { lazy, Suspense, useEffect, useState } from 'react'
import { loadScreen } from '../components/load-screen.ts'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
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
  const [isWanted, setWanted] = useState(false)
  if (panel.id !== undefined && !isWanted) setWanted(true)
  useEffect(() => {
    // A panel that is first rendered when a lead is opened is shown a third of a second late: React holds back what
    // follows a fallback. What could not be loaded now is loaded then.
    if (isSoon)
      load().then(
        () => setWanted(true),
        () => {},
      )
  }, [isSoon])
  if (!isWanted) return null
  return (
    <ScreenBoundary>
      <Suspense>
        <LeadPanel {...panel} />
      </Suspense>
    </ScreenBoundary>
  )
}
