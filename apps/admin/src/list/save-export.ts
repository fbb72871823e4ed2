import { apiOrigin } from '../urls/api-origin.ts'
import { showFailure } from '../components/toasts.tsx'
import { askSession } from '../session/ask-session.ts'
import { browser } from '../urls/browser.ts'

/**
 * Lets the browser stream an export to a file. It checks the session first: otherwise the browser would save the answer to
 * a signed-out request instead.
 */
export async function saveExport(url: string): Promise<void> {
  try {
    if (await askSession()) browser.save(apiOrigin + url)
  } catch (error) {
    showFailure(error instanceof Error ? error : new Error('no answer'), 'Failed to export')
  }
}
