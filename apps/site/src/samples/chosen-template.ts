import type { PublicSampleTemplate } from '@app/api-client'
import { useSyncExternalStore } from 'react'

/** The form value of a template: its id, a space, and its name. */
export const choiceOf = ({ id, name }: Pick<PublicSampleTemplate, 'id' | 'name'>): string => `${id} ${name}`

const choicePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S.{0,199})$/

/** Parses a form value. Undefined for any other text, which only an outdated draft could contain. */
export function templateOf(choice: string): { id: string; name: string } | undefined {
  const [, id, name] = choicePattern.exec(choice) ?? []
  return id && name ? { id, name } : undefined
}

interface Chosen {
  /** The form value, empty if no template is chosen. */
  choice: string
  /** True if the form's draft already has this choice. */
  isInDraft: boolean
}

const none: Chosen = { choice: '', isInDraft: true }
let chosen = none
const listeners = new Set<() => void>()

/** Chooses a template, in the form and in the gallery above it. An empty text clears the choice. */
export function chooseTemplate(choice: string, { isInDraft = false } = {}): void {
  chosen = { choice, isInDraft }
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** The template chosen on this page, shared by the gallery and the form, which hydrate separately. */
export const useChosenTemplate = (): Chosen =>
  useSyncExternalStore(
    subscribe,
    () => chosen,
    () => none,
  )
