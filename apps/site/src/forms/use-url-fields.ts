import { useEffect, useSyncExternalStore } from 'react'
import type { AddressField } from './url-fields.ts'

/** What stands in the fields of this page: text that is still being typed, or that is no value, is not in the address. */
const typed = new Map<string, string>()
let revision = 0
const changed = 'address-fields'

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

/** Writes the values of these texts into the address. Text that is no value leaves the last one where it is. */
function writeAddress(fields: Record<string, AddressField>, texts: Record<string, string>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, { initial, valueOf }] of Object.entries(fields)) {
    const value = valueOf(texts[name] ?? '') ?? valueOf(next.get(name) ?? '') ?? initial
    if (value === initial) next.delete(name)
    else next.set(name, value)
  }
  const query = next.toString()
  // Typing must not add history entries.
  history.replaceState(history.state, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
}

/**
 * Fields whose values are kept in the query string, so that they survive a reload and can be shared as a link. The
 * prerendered page shows the initial values; the address is read once React runs. It only ever holds values: any other
 * text stays in its field, for the page to say what is wrong with it.
 */
export function useAddressFields<Name extends string>(fields: Record<Name, AddressField>) {
  const snapshot = useSyncExternalStore(
    subscribe,
    () => revision + location.search,
    () => '',
  )
  // While React hydrates, every part shows what the prerendered page has, even if another one is in use already.
  const isHydrating = snapshot === ''
  const given = new URLSearchParams(snapshot.replace(/^\d+/, ''))
  const entries = Object.entries<AddressField>(fields).map(([name, { initial }]) => [
    name,
    isHydrating ? initial : (typed.get(name) ?? given.get(name) ?? initial),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries() loses the type of the names.
  const texts = Object.fromEntries(entries) as Record<Name, string>

  useEffect(() => {
    // A link that somebody wrote by hand may hold anything.
    const inAddress = Object.keys(fields).flatMap((name) => {
      const text = new URLSearchParams(location.search).get(name)
      return text === null ? [] : [[name, text] as const]
    })
    keep(Object.fromEntries(inAddress))
    writeAddress(fields, {})
    return () => typed.clear()
  }, [fields])

  const set = (changes: Partial<Record<Name, string>>) => {
    // Of two changes in a row, the second comes from before the first is rendered.
    const next = { ...texts, ...Object.fromEntries(typed), ...changes }
    writeAddress(fields, next)
    keep(next)
  }
  return [texts, set] as const
}
