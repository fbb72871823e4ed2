import { useEffect, useSyncExternalStore } from 'react'
import type { FormDraft } from './form-draft.ts'

const never = () => false

/**
 * True if the thank-you message replaces the form. While the component that calls this is on screen, the outcome needs no
 * toast.
 */
export function useIsStored<Field extends string>(draft: FormDraft<Field>, isShown = true): boolean {
  useEffect(() => (isShown ? draft.show() : undefined), [draft, isShown])
  return useSyncExternalStore(draft.subscribe, () => draft.state.step === 'stored', never)
}
