import { Button } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { apiOrigin } from '../api-origin.ts'
import { showFailure } from '../layout/toasts.tsx'
import { askSession } from '../session/ask-session.ts'
import { browser } from '../session/browser.ts'

/**
 * Lets the browser stream the export to a file. It checks the session first: otherwise the browser would save the
 * answer to a signed-out request instead.
 */
export function ExportLink({ url }: { url: string }) {
  const [isAsking, setAsking] = useState(false)
  const save = async (event: MouseEvent) => {
    // A click with a modifier key opens the link elsewhere, as on any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setAsking(true)
    try {
      if (await askSession()) browser.save(apiOrigin + url)
    } catch (error) {
      showFailure(error instanceof Error ? error : new Error('no answer'), 'Failed to export')
    } finally {
      setAsking(false)
    }
  }
  return (
    <Button
      component="a"
      href={apiOrigin + url}
      download
      variant="default"
      loading={isAsking}
      onClick={(event) => void save(event)}
    >
      Export CSV
    </Button>
  )
}
