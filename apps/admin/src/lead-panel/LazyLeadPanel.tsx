import { lazy, Suspense, useEffect, useState } from 'react'
import { loadScreen } from '../components/load-screen.ts'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import type { UrlState } from '../list/use-url-state.ts'
import type { LeadPanelProps } from './LeadPanel.tsx'

const load = async () => ({ default: (await import('./LeadPanel.tsx')).LeadPanel })
const LeadPanel = lazy(() => loadScreen(load))

type Props = Pick<LeadPanelProps, 'listed' | 'startsAtWork'> & {
  url: UrlState
  /** Called when the panel closes or moves to another lead. */
  onLeave?: () => void
  /** Preloads the code on screens where leads are likely to be opened. */
  isSoon?: boolean
}

/** The lead panel, whose code loads with the first lead that is opened. */
export function LazyLeadPanel({ url, onLeave, isSoon = false, ...panel }: Props) {
  const id = url.get('lead')
  // It stays mounted when it closes, to return the focus.
  const [isWanted, setWanted] = useState(false)
  if (id !== undefined && !isWanted) setWanted(true)
  useEffect(() => {
    // Without this, the first panel would appear a third of a second late, because React delays content that replaces a
    // fallback. If loading fails now, it is retried when a lead is opened.
    if (isSoon)
      load().then(
        () => setWanted(true),
        () => {},
      )
  }, [isSoon])
  if (!isWanted) return null
  const go = (lead: string | undefined) => {
    onLeave?.()
    url.set({ lead }, { replace: true })
  }
  return (
    <ScreenBoundary>
      <Suspense>
        <LeadPanel {...panel} id={id} onOpen={go} onClose={() => go(undefined)} />
      </Suspense>
    </ScreenBoundary>
  )
}
