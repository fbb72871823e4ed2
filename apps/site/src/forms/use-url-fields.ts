import { useLayoutEffect, useSyncExternalStore } from 'react'
import type { UrlField } from './url-fields.ts'

type Texts = Readonly<Record<string, string>>

const none: Texts = {}
/** The text in the fields of this page, including text that is incomplete or invalid and therefore not in the URL. */
let typed = none
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function keep(texts: Texts): void {
  typed = texts
  for (const listener of listeners) listener()
}

/** Writes the values of these texts into the URL. Invalid text leaves the last valid value in place. */
function writeUrl(fields: Record<string, UrlField>, texts: Texts): void {
  const next = new URLSearchParams(location.search)
  for (const [name, { initial, valueOf }] of Object.entries(fields)) {
    const value = valueOf(texts[name] ?? '') ?? valueOf(next.get(name) ?? '') ?? initial
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  try {
    // Typing must not add history entries.
    history.replaceState(history.state, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
  } catch {
    // Safari allows 100 calls in 30 seconds. The next change writes all values.
  }
}

/**
 * Fields whose values are kept in the query string, so that they survive a reload and can be shared as a link. The
 * prerendered page shows the initial values, and the URL is read once React runs. The URL has only valid values. Invalid
 * text stays in its field, next to an error message.
 */
export function useUrlFields<Name extends string>(fields: Record<Name, UrlField>) {
  // While React hydrates, every part shows the prerendered values, even if another part is already in use.
  const shown = useSyncExternalStore(
    subscribe,
    () => typed,
    () => none,
  )
  const entries = Object.entries<UrlField>(fields).map(([name, { initial }]) => [name, shown[name] ?? initial])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries() loses the type of the names.
  const texts = Object.fromEntries(entries) as Record<Name, string>

  useLayoutEffect(() => {
    const inUrl = () => Object.fromEntries(new URLSearchParams(location.search))
    // An earlier history entry has other values, and omits the initial ones.
    const goBack = () => keep(inUrl())
    keep({ ...typed, ...inUrl() })
    // A handwritten link may contain anything, including a repeated name.
    writeUrl(fields, inUrl())
    addEventListener('popstate', goBack)
    return () => {
      removeEventListener('popstate', goBack)
      keep(none)
    }
  }, [fields])

  const set = (changes: Partial<Record<Name, string>>) => {
    // A second change may arrive before the first has rendered.
    const next = { ...texts, ...typed, ...changes }
    keep(next)
    writeUrl(fields, next)
  }
  return [texts, set] as const
}
