import { dayOf } from '@app/ui/day-of'
import { useHref, useLocation, useSearchParams } from 'react-router-dom'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { canonicalPath } from '../urls/routes.ts'

type Changes = Record<string, string | undefined>

/** Keeps the state of a screen in its URL, so that Back, reload, and a shared link restore it. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()
  const { state, pathname } = useLocation()
  const screen = canonicalPath(useHref({ pathname }))
  return {
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** Undefined removes a parameter. `replace` adds no history entry, for text that is being typed. */
    set(changes: Changes, options: { replace?: boolean; state?: unknown } = {}) {
      // A late response must not change the URL of a screen that has been opened since.
      if (canonicalPath(window.location.pathname) !== screen) return
      // The screen may render a moment after the URL changed, so a second click starts from the pending URL.
      const current = new URLSearchParams(window.location.search)
      const next = new URLSearchParams(current)
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      // A double click makes the same change twice, and Back goes to the state before both.
      const isSame = String(next) === String(current)
      // A history entry for the same page of a list keeps the cursors of the previous pages.
      const kept = 'cursor' in changes ? {} : { state }
      setParams(next, { ...kept, ...options, ...(isSame && { replace: true }) })
    },
  }
}

export type UrlState = ReturnType<typeof useUrlState>

/** The parameters that have a value. */
export const present = <Params>(params: { [Name in keyof Params]?: Params[Name] | undefined }) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))

/** The value, if it is an option of a select: people edit URLs. */
export const valueOf = <Value extends string>(
  options: readonly { value: Value }[],
  value: string | undefined,
): Value | undefined => options.find((option) => option.value === value)?.value

/** The value of a yes/no filter. Undefined if it is neither. */
export const flagOf = (value = ''): boolean | undefined => flags.get(value)

const flags = new Map([
  ['true', true],
  ['false', false],
])

/** The id of a record, or undefined. */
export const idOf = (value: string | undefined): string | undefined => /^[\da-f-]{36}$/.exec(value ?? '')?.[0]

/** The first and the last day of a list. */
export const daysIn = ({ get }: Pick<UrlState, 'get'>) => ({ from: dayOf(get('from')), to: dayOf(get('to')) })

/** Search text within the API's limits, or undefined. */
export const searchOf = (value: string | undefined): string | undefined => value?.trim().slice(0, 200) || undefined

/** Goes back to the first page. Used by everything that narrows or reorders a list. */
export const firstPage = { cursor: undefined, page: undefined }

/** URL changes that remove these filters and the filters that every list has. */
export const without = (names: readonly string[]): Record<string, undefined> => ({
  ...Object.fromEntries(['q', 'from', 'to', ...names].map((name) => [name, undefined])),
  ...firstPage,
})

/** The page in the URL, as API parameters. */
export function pageOf(url: UrlState, limit = 50): { limit: number; cursor?: string } {
  const cursor = url.get('cursor')
  return { limit, ...(cursor && { cursor }) }
}

/** Keeps the previous rows on screen until the next ones have loaded. */
export const keepPage = { query: { placeholderData: keepPreviousData } }

/**
 * The record named in the URL for editing. It stays the same when someone else deletes it, so that the user's text
 * doesn't disappear with it.
 */
export function useEdited<Item extends { id: string }>(
  shown: readonly Item[] | undefined,
  id: string | undefined,
): Item | undefined {
  const found = shown?.find((item) => item.id === id)
  const [known, setKnown] = useState<Item>()
  if (found && known?.id !== found.id) setKnown(found)
  return found ?? (known?.id === id ? known : undefined)
}

/**
 * A dialog that a parameter of the URL opens, so that signing in again returns to it: for the record with this id, or for
 * a new one.
 */
export function useUrlDialog<Item extends { id: string }>(name: string, shown?: readonly Item[]) {
  const url = useUrlState()
  const id = url.get(name)
  const record = useEdited(shown, id)
  return {
    id,
    record,
    isOpen: id === 'new' || record !== undefined,
    open: (next = 'new') => url.set({ [name]: next }),
    close: () => url.set({ [name]: undefined }, { replace: true }),
  }
}

/**
 * True if the record named in the URL is not on the shown page: others may have changed the list while the user signed in
 * again.
 */
export const isElsewhere = (shown: readonly { id: string }[] | undefined, id: string | undefined): boolean =>
  id !== undefined && id !== 'new' && shown !== undefined && shown.every((listed) => listed.id !== id)
