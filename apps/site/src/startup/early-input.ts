import { storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { isReady, partOf } from './ready.ts'

/**
 * Stores what is typed into a form before React hydrates it in the form's draft, so that a visitor who leaves the page on
 * a slow connection finds the text again.
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
      // A form that was being sent when the page was left is sent again by itself, but not once it is edited.
      storeDraft(name, { ...draft, isSending: undefined, values: { ...draft.values, ...Object.fromEntries(typed) } })
    },
    true,
  )
}
