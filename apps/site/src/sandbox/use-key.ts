import { createSandboxKey } from '@app/api-client'
import { useWindowEvent } from '@mantine/hooks'
import { useRef, useState } from 'react'
import {
  isExpired,
  keyStorageName,
  removeKey,
  type KeySession,
  type SavedTemplate,
  storedKey,
  storeKey,
} from './key-storage.ts'

/**
 * The sandbox key of this browser. `onRemoved` receives the templates that another tab deleted or dropped with the key.
 */
export function useKey(onRemoved: (templates: readonly [id: string, template: SavedTemplate][]) => void) {
  const [session, setSession] = useState(storedKey)
  /** The current session, for responses that arrive after the render that sent their requests. */
  const held = useRef(session)
  /** The full key is shown once, right after it is created. */
  const [isNew, setIsNew] = useState(false)
  const [isStored, setIsStored] = useState(true)
  const [hadExpired, setHadExpired] = useState(() => session !== undefined && isExpired(session, new Date()))
  const [isCreating, setIsCreating] = useState(false)
  const creating = useRef<Promise<KeySession>>(undefined)
  const hold = (next: KeySession | undefined) => {
    held.current = next
    setSession(next)
  }

  // All tabs share one key, and each sees the templates that the others save.
  useWindowEvent('storage', ({ key: name }) => {
    if (name !== keyStorageName && name !== null) return
    const stored = storedKey()
    hold(stored)
    const isSame = stored?.key === session?.key
    const left = isSame && stored ? stored.templates : {}
    onRemoved(Object.entries(session?.templates ?? {}).filter(([id]) => !Object.hasOwn(left, id)))
    if (isSame) return
    setIsNew(false)
    setHadExpired(false)
  })

  const createNew = async (): Promise<KeySession> => {
    setIsCreating(true)
    const { data } = await createSandboxKey({}).finally(() => {
      creating.current = undefined
      setIsCreating(false)
    })
    const created = { key: data.Key, prefix: data.Prefix, expiresAt: data.ExpiresAt, templates: {} }
    hold(created)
    setIsStored(storeKey(created))
    setIsNew(true)
    setHadExpired(false)
    return created
  }
  /** A click while a key is being created does not create another one. */
  const create = () => (creating.current ??= createNew())
  /**
   * Stores a template with its key, or removes it if it is undefined.
   * @returns false if the key was forgotten or replaced in the meantime
   */
  const keepTemplate = (owner: KeySession, id: string, template: SavedTemplate | undefined): boolean => {
    const before = held.current
    if (before?.key !== owner.key) return false
    const { [id]: _before, ...others } = before.templates
    const changed = { ...before, templates: template ? { ...others, [id]: template } : others }
    storeKey(changed)
    hold(changed)
    return true
  }
  const forget = () => {
    removeKey()
    hold(undefined)
    setIsNew(false)
  }
  return {
    session,
    keepTemplate,
    create,
    forget,
    isNew,
    hadExpired,
    hide: () => setIsNew(false),
    isStored,
    isCreating,
  }
}

export type KeyState = ReturnType<typeof useKey>
