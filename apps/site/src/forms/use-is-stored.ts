import { useEffect, useSyncExternalStore } from 'react'
import type { FormDraft } from './form-draft.ts'

const never = () => false

/**
 * Whether a form gives way to its thank-you message. For the part of the page that shows one or the other: while that
 * part is on screen, no toast has to tell the outcome.
 */
export function useIsStored<Field extends string>(draft: FormDraft<Field>, isShown = true): boolean {
  useEffect(() => (isShown ? draft.show() : undefined), [draft, isShown])
  return useSyncExternalStore(draft.subscribe, () => draft.state.step === 'stored', never)
}
