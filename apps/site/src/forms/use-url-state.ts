import { useSyncExternalStore } from 'react'

const changed = 'url-state'

const subscribe = (onChange: () => void) => {
  addEventListener(changed, onChange)
  addEventListener('popstate', onChange)
  return () => {
    removeEventListener(changed, onChange)
    removeEventListener('popstate', onChange)
  }
}

/**
 * State that is kept in the query string, so that it survives a reload and can be shared as a link. The prerendered page
 * shows the defaults; the URL is read once React runs. A value that equals its default is left out.
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
    // Typing must not add history entries.
    history.replaceState(history.state, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
    dispatchEvent(new Event(changed))
  }
  return [values, set] as const
}

/** The text as a whole number within the bounds, or the fallback if it is not a number. */
export function wholeNumber(text: string, min: number, max: number, fallback: number): number {
  const value = Math.round(Number(text.replaceAll(/[,\s]/g, '')))
  return text.trim() === '' || !Number.isFinite(value) ? fallback : Math.min(max, Math.max(min, value))
}
