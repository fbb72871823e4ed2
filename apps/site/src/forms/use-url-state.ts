import { useSyncExternalStore } from 'react'

const changed = 'url-state'

const subscribe = (notice: () => void) => {
  addEventListener(changed, notice)
  addEventListener('popstate', notice)
  return () => {
    removeEventListener(changed, notice)
    removeEventListener('popstate', notice)
  }
}

/**
 * Values that live in the address, so that a reload keeps them and a link shares them. The prerendered page shows the
 * defaults; the address is read once React runs. A value that equals its default is left out.
 */
export function useUrlState<Name extends string>(defaults: Record<Name, string>) {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  )
  const given = new URLSearchParams(search)
  const values = { ...defaults }
  for (const name in defaults) values[name] = given.get(name) ?? defaults[name]

  const set = (changes: Partial<Record<Name, string>>) => {
    const next = new URLSearchParams(location.search)
    for (const name in changes) {
      const value = changes[name]
      if (value === undefined || value === defaults[name]) next.delete(name)
      else next.set(name, value)
    }
    const query = next.toString()
    // Typing makes no entries in the history.
    history.replaceState(history.state, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
    dispatchEvent(new Event(changed))
  }
  return [values, set] as const
}

/** A whole number within bounds; the fallback when the text is none. */
export function wholeNumber(text: string, min: number, max: number, fallback: number): number {
  const value = Math.round(Number(text.replaceAll(/[,\s]/g, '')))
  return text.trim() === '' || !Number.isFinite(value) ? fallback : Math.min(max, Math.max(min, value))
}
