import { isObject } from './sandbox-request.ts'

/** A template that was saved with the key, as the API had it when this browser last saw it. */
export interface SavedTemplate {
  html: string
  size: string
  /** An older build stored neither. */
  version?: number | undefined
  name?: string | undefined
}

export type SavedTemplates = Readonly<Record<string, SavedTemplate>>

/** A sandbox key with what it owns. The key stays in this browser: it is in no link and in no sample. */
export interface SandboxKeyRing {
  key: string
  /** The beginning of the key, by which it is told from others. */
  prefix: string
  expiresAt: string
  templates: SavedTemplates
}

export const keyStorageName = 'sandbox-key'

function savedIn(value: unknown): SavedTemplate | undefined {
  if (!isObject(value)) return undefined
  const { html, size, version, name } = value
  if (typeof html !== 'string' || typeof size !== 'string') return undefined
  return {
    html,
    size,
    version: typeof version === 'number' ? version : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}

/** The stored key. An older build may have stored something else, and a browser may refuse access. */
export function storedKey(): SandboxKeyRing | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyStorageName) ?? 'null')
    if (!isObject(stored)) return undefined
    const { key, prefix, expiresAt, templates } = stored
    if (typeof key !== 'string' || typeof prefix !== 'string' || typeof expiresAt !== 'string') return undefined
    const saved = Object.entries(isObject(templates) ? templates : {}).flatMap(([id, one]) => {
      const template = savedIn(one)
      return template ? [[id, template] as const] : []
    })
    return { key, prefix, expiresAt, templates: Object.fromEntries(saved) }
  } catch {
    return undefined
  }
}

/** @returns false when the browser does not store it: the key then lasts as long as the page. */
export function storeKey(ring: SandboxKeyRing): boolean {
  try {
    localStorage.setItem(keyStorageName, JSON.stringify(ring))
    return true
  } catch {
    return false
  }
}

export function removeKey(): void {
  try {
    localStorage.removeItem(keyStorageName)
  } catch {
    // Nothing is stored then.
  }
}

export const isExpired = ({ expiresAt }: SandboxKeyRing, now: Date): boolean => new Date(expiresAt) <= now

/** The options of a call that sends the key. */
export const withKey = (ring: SandboxKeyRing | undefined) =>
  ring ? { headers: { authorization: `Bearer ${ring.key}` } } : undefined
