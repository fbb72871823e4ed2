import type { PieceMode } from '@app/api-client'
import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type AccountScreen, accountPaths } from '../../content/account-paths.ts'

/** Changed query parameters. Undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>

/** Live data is the default, so that an address without a mode never shows test data as real. */
const modeIn = (params: URLSearchParams): PieceMode => (params.get('Mode') === 'test' ? 'test' : 'live')

export const useMode = (): PieceMode => modeIn(useSearchParams()[0])

function searchOf(params: URLSearchParams, changes: Changes): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.toString()
  return text && `?${text}`
}

/** The address of a screen in a mode. */
export const screenAddress = (screen: AccountScreen, mode: PieceMode, changes: Changes = {}): string =>
  accountPaths[screen] + searchOf(new URLSearchParams(mode === 'test' ? { Mode: mode } : {}), changes)

/** True if this history entry was added on top of the same screen, so that Back returns to it. */
const isOnTop = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isOnTop' in state

/** The parameters that open dialogs. */
const noDialog = { open: undefined, key: undefined, member: undefined, passkey: undefined }

/** Keeps the screen's state in the query string, so that reload, Back, and a shared link restore it. */
export function useAddress() {
  const [params] = useSearchParams()
  const { state, pathname, key } = useLocation()
  const navigate = useNavigate()
  /** The history entry on screen. `key` is the entry of this render. */
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    shown.current = key
    return () => {
      shown.current = undefined
    }
  }, [key])
  return {
    params,
    mode: modeIn(params),
    /** The address of this screen with other parameters. */
    to: (changes: Changes) => pathname + searchOf(params, changes),
    /** Opens a record or a dialog. */
    open: (changes: Changes) => void navigate({ search: searchOf(params, changes) }, { state: { isOnTop: true } }),
    /** Closes the dialog. */
    close: () => {
      // The member may have gone back before the response arrived. The entry on screen is then no longer the dialog's.
      if (shown.current !== key) return
      if (isOnTop(state)) void navigate(-1)
      else void navigate({ search: searchOf(params, noDialog) }, { replace: true })
    },
    replace: (changes: Changes) => void navigate({ search: searchOf(params, changes) }, { replace: true }),
  }
}

/** State of a link to a record or a dialog, which tells `close` to go back. */
export const onTop = { isOnTop: true }
