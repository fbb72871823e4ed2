import { storeDraft, storedDraft } from '../forms/draft-storage.ts'
import { isReady, partOf } from './ready.ts'

/**
 * Keeps what is typed into a form that React does not run yet, where the form's draft looks for it: whoever leaves the
 * page on a slow line finds the words again.
 */
export function keepEarlyWords(): void {
  addEventListener(
    'input',
    ({ target }) => {
      const form = target instanceof Element ? target.closest<HTMLFormElement>('form[data-draft]') : null
      const name = form?.dataset['draft']
      if (!form || !name || isReady(partOf(form))) return
      // An empty field may be one that nobody has come to: the words of an earlier visit are not in the fields yet.
      const typed = [...new FormData(form)].filter(([, value]) => value)
      const draft = storedDraft(name)
      storeDraft(name, { ...draft, values: { ...draft.values, ...Object.fromEntries(typed) } })
    },
    true,
  )
}
