import { readStored, store } from '@app/ui/tab-storage'
import type { UseFormReturnType } from '@mantine/form'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useIsMounted } from '../components/use-is-mounted.ts'
import { draftKey, dropDrafts } from './drafts.ts'
import text from '../components/text.module.css'
import { useStaff } from './use-staff.ts'

/** The version of the record that a form is based on, and its values. Absent for a form that creates a record. */
export interface Basis<Values> {
  version: number
  values: Values
}

interface Draft<Values> {
  values: Values
  /** The key changes with the text, so the API stores or sends each text once. */
  idempotencyKey: string
  basis?: Basis<Values> | undefined
}

const isLike = <Values extends object>(value: unknown, model: Values): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(model).every(([field, example]) => typeof Reflect.get(value, field) === typeof example)

/** Undefined if another version stored a form with different fields. */
export function draftOf<Values extends object>(stored: unknown, model: Values): Draft<Values> | undefined {
  const example = { values: model, idempotencyKey: '' }
  if (!isLike<Draft<Values>>(stored, example) || !isLike(stored.values, model)) return undefined
  const { basis } = stored
  return basis === undefined || (isLike(basis, { version: 0, values: model }) && isLike(basis.values, model))
    ? stored
    : undefined
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

interface Options<Values> {
  /** The record that the form edits, if others may edit it too. */
  loaded?: Basis<Values> | undefined
  /** Fields that always open with their initial value: secrets, and times that default to now. */
  unstored?: readonly (keyof Values)[]
  onClose?: () => void
}

/**
 * Keeps the text of a form in this tab until it is saved or discarded, under the account and the form's name, which
 * contains the id of its record. Every change is stored immediately, because the form may be gone before the page is
 * left. The draft includes the values the form is based on, to detect changes that someone else saved in the meantime.
 */
export function useDraft<Values extends object>(
  form: UseFormReturnType<Values>,
  name: string,
  { loaded, unstored = [], onClose }: Options<Values> = {},
) {
  const key = useDraftKey(name)
  const isMounted = useIsMounted()
  const [restored, setRestored] = useState(() => draftOf(readStored(key), form.getInitialValues()))
  const [basis, setBasis] = useState(restored?.basis ?? loaded)
  const latest = useRef(restored)
  const withoutUnstored = (values: Values): Values => {
    const initial = form.getInitialValues()
    return { ...values, ...Object.fromEntries(unstored.map((field) => [field, initial[field]])) }
  }
  const drop = useCallback(() => {
    latest.current = undefined
    dropDrafts((stored) => stored === key)
  }, [key])

  useLayoutEffect(() => {
    if (restored?.basis) form.setInitialValues(restored.basis.values)
    if (restored) form.setValues(withoutUnstored(restored.values))
    // Only when the form opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const { values } = form
  useEffect(() => {
    const typed = withoutUnstored(form.getValues())
    if (isEqual(typed, form.getInitialValues())) {
      setRestored(undefined)
      return drop()
    }
    const before = latest.current
    const idempotencyKey = before && isEqual(typed, before.values) ? before.idempotencyKey : crypto.randomUUID()
    latest.current = { values: typed, idempotencyKey, basis }
    store(key, latest.current)
    // The other values stay the same while a form is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [values, basis])

  return {
    basis,
    setBasis,
    drop,
    close: () => {
      drop()
      if (isMounted()) onClose?.()
    },
    idempotencyKey: () => latest.current?.idempotencyKey ?? '',
    /** Drops the text that was sent under this key. Returns false if newer text has replaced it, which is kept. */
    dropSent(idempotencyKey: string): boolean {
      const current = draftOf(readStored(key), form.getInitialValues()) ?? latest.current
      if (current?.idempotencyKey !== idempotencyKey) return false
      drop()
      return true
    },
    notice: restored && (
      <div role="status" className={text.quiet}>
        You entered this earlier. It isn’t saved yet.
      </div>
    ),
  }
}

/** True if a closed form has a draft. */
export function useHasDraft(name: string): boolean {
  return readStored(useDraftKey(name)) !== undefined
}

export const useStaffId = (): string => useStaff()?.id ?? ''

const useDraftKey = (name: string): string => draftKey(useStaffId(), name)
