import { apiOrigin } from '../urls/api-origin.ts'
import { showFailure } from '../components/toasts.tsx'
import { askSession } from '../session/ask-session.ts'
import { browser } from '../urls/browser.ts'

/**
 * Streams an export to a file. It checks the session first, because the browser would otherwise save the response to a
 * signed-out request.
 */
export const saveExport = (url: string): Promise<void> =>
  askSession().then(
    (isSignedIn) => {
      if (isSignedIn) browser.save(apiOrigin + url)
    },
    (error: Error) => showFailure(error, 'Failed to export'),
  )
