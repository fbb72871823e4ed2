import { createContext, use, useState } from 'react'
import { removeDraft, storedDraft, storeDraft } from '../lib/draft-storage.ts'

type Value = string | boolean | readonly string[]
export type Values = Record<string, Value>

/** Prefix of draft names, so that only their owner gets them back. */
export const DraftPrefix = createContext('')

const isLike = (value: unknown, example: Value): value is Value =>
  Array.isArray(example)
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === typeof example

const isSame = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The stored values of the fields that the form still has. */
function restored<Form extends Values>(stored: object | undefined, empty: Form): Form {
  const known = Object.entries(stored ?? {}).filter(([name, value]) => {
    const example = empty[name]
    return example !== undefined && isLike(value, example)
  })
  return { ...empty, ...Object.fromEntries(known) }
}

/**
 * The input of a form. It stays in this tab until it is saved or discarded, even if the session ends or the page
 * reloads.
 */
export function useDraft<Form extends Values>(name: string, empty: Form) {
  const key = use(DraftPrefix) + name
  const [values, setValues] = useState(() => restored(storedDraft(key).values, empty))
  const [isRestored] = useState(() => !isSame(values, empty))
  const change = (changes: Partial<Form>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (isSame(next, empty)) removeDraft(key)
    else storeDraft(key, { values: next })
  }
  return { values, change, isRestored, drop: () => removeDraft(key) }
}
