import { createSandboxKey } from '@app/api-client'
import { useState } from 'react'
import { isExpired, removeKey, type SandboxKeyRing, type SavedTemplate, storedKey, storeKey } from './key-storage.ts'

/** The sandbox key of this browser. */
export function useKey() {
  const [ring, setRing] = useState(storedKey)
  /** The whole key is shown once, after it was taken. */
  const [isFresh, setIsFresh] = useState(false)
  const [isStored, setIsStored] = useState(true)
  /** It had expired when the page was opened. */
  const [isPast, setIsPast] = useState(() => ring !== undefined && isExpired(ring, new Date()))
  const [isTaking, setIsTaking] = useState(false)

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
  const keepTemplate = (owner: SandboxKeyRing, id: string, template: SavedTemplate) =>
    setRing((before) => {
      // Two templates are saved one after the other: the second must not undo the first.
      const kept = before?.key === owner.key ? before : owner
      const grown = { ...kept, templates: { ...kept.templates, [id]: template } }
      storeKey(grown)
      return grown
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
