import { isObject } from './sandbox-request.ts'

/** A template that was saved with the key, as the API has it. */
export interface SavedTemplate {
  html: string
  size: string
}

/** A sandbox key with what it owns. The key stays in this browser: it is in no link and in no sample. */
export interface SandboxKeyRing {
  key: string
  /** The beginning of the key, by which it is told from others. */
  prefix: string
  expiresAt: string
  templates: Readonly<Record<string, SavedTemplate>>
}

const storageKey = 'sandbox-key'

const isSaved = (value: unknown): value is SavedTemplate =>
  isObject(value) && typeof value['html'] === 'string' && typeof value['size'] === 'string'

/** The stored key. An older build may have stored something else, and a browser may refuse access. */
export function storedKey(): SandboxKeyRing | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isObject(stored)) return undefined
    const { key, prefix, expiresAt, templates } = stored
    if (typeof key !== 'string' || typeof prefix !== 'string' || typeof expiresAt !== 'string') return undefined
    const saved = Object.entries(isObject(templates) ? templates : {}).filter(
      (entry): entry is [string, SavedTemplate] => isSaved(entry[1]),
    )
    return { key, prefix, expiresAt, templates: Object.fromEntries(saved) }
  } catch {
    return undefined
  }
}

/** @returns false when the browser does not store it: the key then lasts as long as the page. */
export function storeKey(ring: SandboxKeyRing): boolean {
  try {
    localStorage.setItem(storageKey, JSON.stringify(ring))
    return true
  } catch {
    return false
  }
}

export function removeKey(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Nothing is stored then.
  }
}

export const isExpired = ({ expiresAt }: SandboxKeyRing, now: Date): boolean => new Date(expiresAt) <= now
