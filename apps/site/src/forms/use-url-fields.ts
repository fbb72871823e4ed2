import { useEffect, useSyncExternalStore } from 'react'
import type { UrlField } from './url-fields.ts'

/** The text in the fields of this page, including text that is incomplete or invalid and therefore not in the URL. */
const typed = new Map<string, string>()
let revision = 0
const changed = 'url-fields'

const subscribe = (onChange: () => void) => {
  addEventListener(changed, onChange)
  addEventListener('popstate', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('popstate', onChange)
  }
}

function keep(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) typed.set(name, text)
  revision += 1
  dispatchEvent(new Event(changed))
}

/** Writes the values of these texts into the URL. Invalid text leaves the last valid value in place. */
function writeUrl(fields: Record<string, UrlField>, texts: Record<string, string>): void {
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
  const snapshot = useSyncExternalStore(
    subscribe,
    () => revision + location.search,
    () => '',
  )
  // While React hydrates, every part shows the prerendered values, even if another part is already in use.
  const isHydrating = snapshot === ''
  const query = new URLSearchParams(snapshot.replace(/^\d+/, ''))
  const entries = Object.entries<UrlField>(fields).map(([name, { initial }]) => [
    name,
    isHydrating ? initial : (typed.get(name) ?? query.get(name) ?? initial),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries() loses the type of the names.
  const texts = Object.fromEntries(entries) as Record<Name, string>

  useEffect(() => {
    // A handwritten link may contain anything.
    const inUrl = Object.keys(fields).flatMap((name) => {
      const text = new URLSearchParams(location.search).get(name)
      return text === null ? [] : [[name, text] as const]
    })
    keep(Object.fromEntries(inUrl))
    writeUrl(fields, {})
    return () => typed.clear()
  }, [fields])

  const set = (changes: Partial<Record<Name, string>>) => {
    // A second change may come before the first has rendered.
    const next = { ...texts, ...Object.fromEntries(typed), ...changes }
    keep(next)
    writeUrl(fields, next)
  }
  return [texts, set] as const
}
