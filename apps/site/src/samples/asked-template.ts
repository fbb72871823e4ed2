import type { ActiveSampleTemplate } from '@app/api-client'
import { useSyncExternalStore } from 'react'

/** A template that a visitor asks for, as the text that its option has in the form: the id, a space and the name. */
export const choiceOf = ({ id, name }: Pick<ActiveSampleTemplate, 'id' | 'name'>): string => `${id} ${name}`

const choicePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S.{0,199})$/

/** Undefined for any other text, which only an older draft could have. */
export function templateOf(choice: string): { id: string; name: string } | undefined {
  const [, id, name] = choicePattern.exec(choice) ?? []
  return id && name ? { id, name } : undefined
}

interface Asked {
  /** Empty when none is asked for. */
  choice: string
  /** The form's draft has the same choice. */
  isKept: boolean
}

const none: Asked = { choice: '', isKept: true }
let asked = none
const listeners = new Set<() => void>()

/** Asks for the template of this choice, in the form and in the list above it alike. An empty text asks for none. */
export function askFor(choice: string, { isKept = false } = {}): void {
  asked = { choice, isKept }
  for (const notify of listeners) notify()
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}

/** What is asked for on this page: the list of templates and the form are separate parts of it. */
export const useAskedFor = (): Asked =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => none,
  )
