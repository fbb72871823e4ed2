import { reloadIfReplaced } from '@app/ui/new-version'
import { showSuccess } from '@app/ui/notify'

/** Loads a screen's code. If a new release has replaced it, reloads the page. */
export async function loadScreen<Code>(load: () => Promise<Code>, reload = reloadIfReplaced): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await reload())) throw error
    showSuccess({ message: 'A new version is available. Loading it…' })
    return new Promise(() => {})
  }
}
