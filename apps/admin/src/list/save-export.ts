import { apiOrigin } from '../urls/api-origin.ts'
import { showFailure } from '../components/toasts.tsx'
import { askSession } from '../session/ask-session.ts'
import { browser } from '../urls/browser.ts'

/**
 * Streams an export to a file. It checks the session first, because the browser would otherwise save the response to a
 * signed-out request.
 */
export async function saveExport(url: string): Promise<void> {
  try {
    if (await askSession()) browser.save(apiOrigin + url)
  } catch (error) {
    showFailure(error instanceof Error ? error : new Error('no response'), 'Failed to export')
  }
}
