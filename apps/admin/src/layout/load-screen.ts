import { reloadIfReplaced } from '@app/ui/new-version'
import { showSuccess } from '@app/ui/notify'

/** Loads a screen's code; where a newer version has replaced it, the page with it. */
export async function loadScreen<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await reloadIfReplaced())) throw error
    showSuccess({ message: 'A newer version is out. Loading it…' })
    return new Promise(() => {})
  }
}
