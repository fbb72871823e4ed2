import { useSearchParams } from 'react-router-dom'

type Changes = Record<string, string | undefined>

/** What a screen shows is in its address, so that Back, reload and a shared link bring it again. */
export function useUrlState() {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string): string | undefined => params.get(name) || undefined,
    /** Undefined takes a member out. `replace` leaves no step for Back: for text while it is typed. */
    set(changes: Changes, options: { replace?: boolean; state?: unknown } = {}) {
      setParams((current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      }, options)
    },
  }
}

export type UrlState = ReturnType<typeof useUrlState>

/** The value when it is one of the allowed ones: an address is typed by people. */
export const oneOf = <Value extends string>(allowed: readonly Value[], value: string | undefined): Value | undefined =>
  allowed.find((option) => option === value)

/** The same for the options of a select. */
export const valueOf = <Value extends string>(
  options: readonly { value: Value }[],
  value: string | undefined,
): Value | undefined => options.find((option) => option.value === value)?.value

/** A day as the API takes it, or undefined. */
export const dayOf = (value: string | undefined): string | undefined =>
  value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined

/** Search text as the API takes it, or undefined. */
export const searchOf = (value: string | undefined): string | undefined => value?.trim().slice(0, 200) || undefined
