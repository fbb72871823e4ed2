import { storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { isReady, partOf } from './ready.ts'

/**
 * Stores text typed before React hydrates a form in the form's draft, so that it survives if the visitor leaves the page
 * on a slow connection.
 */
export function storeEarlyInput(): void {
  addEventListener(
    'input',
    ({ target }) => {
      const form = target instanceof Element ? target.closest<HTMLFormElement>('form[data-draft]') : null
      const name = form?.dataset['draft']
      if (!form || !name || isReady(partOf(form))) return
      // Empty fields are skipped: the draft of an earlier visit may have text for them that is not in the fields yet.
      const typed = [...new FormData(form)].filter(([, value]) => value)
      const draft = storedDraft(name)
      // A form interrupted while sending is resent automatically, but not once the visitor edits it.
      storeDraft(name, { ...draft, isSending: undefined, values: { ...draft.values, ...Object.fromEntries(typed) } })
    },
    true,
  )
}
