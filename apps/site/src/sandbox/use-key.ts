import { createSandboxKey } from '@app/api-client'
import { useEffect, useState } from 'react'
import {
  isExpired,
  keyStorageName,
  removeKey,
  type SandboxKeyRing,
  type SavedTemplate,
  storedKey,
  storeKey,
} from './key-storage.ts'

/** The sandbox key of this browser. `onGone` is told what another tab deleted, or gave up with the whole key. */
export function useKey(onGone: (templates: readonly [id: string, template: SavedTemplate][]) => void) {
  const [ring, setRing] = useState(storedKey)
  /** The whole key is shown once, after it was taken. */
  const [isFresh, setIsFresh] = useState(false)
  const [isStored, setIsStored] = useState(true)
  /** It had expired when the page was opened. */
  const [isPast, setIsPast] = useState(() => ring !== undefined && isExpired(ring, new Date()))
  const [isTaking, setIsTaking] = useState(false)

  // All tabs have the same key, and see what the others save with it.
  useEffect(() => {
    const follow = ({ key: name }: StorageEvent) => {
      if (name !== keyStorageName && name !== null) return
      const stored = storedKey()
      setRing(stored)
      const isSame = stored?.key === ring?.key
      const left = isSame && stored ? stored.templates : {}
      onGone(Object.entries(ring?.templates ?? {}).filter(([id]) => !Object.hasOwn(left, id)))
      if (isSame) return
      setIsFresh(false)
      setIsPast(false)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [ring, onGone])

  const take = async (): Promise<SandboxKeyRing> => {
    setIsTaking(true)
    const { data } = await createSandboxKey({}).finally(() => setIsTaking(false))
    const taken = { key: data.Key, prefix: data.Prefix, expiresAt: data.ExpiresAt, templates: {} }
    setRing(taken)
    setIsStored(storeKey(taken))
    setIsFresh(true)
    setIsPast(false)
    return taken
  }
  /** Undefined: the template is deleted. */
  const keepTemplate = (owner: SandboxKeyRing, id: string, template: SavedTemplate | undefined) =>
    setRing((before) => {
      // Two templates are saved one after the other: the second must not undo the first.
      const kept = before?.key === owner.key ? before : owner
      const { [id]: _before, ...others } = kept.templates
      const changed = { ...kept, templates: template ? { ...others, [id]: template } : others }
      storeKey(changed)
      return changed
    })
  const forget = () => {
    removeKey()
    setRing(undefined)
    setIsFresh(false)
  }
  return {
    ring,
    keepTemplate,
    take,
    forget,
    isFresh,
    isPast,
    hide: () => setIsFresh(false),
    isStored,
    isTaking,
  }
}

export type KeyState = ReturnType<typeof useKey>
