import { isObject } from './sandbox-request.ts'

/** A template saved with the key, as this browser last loaded it. */
export interface SavedTemplate {
  html: string
  size: string
  version: number
  name: string
}

export type SavedTemplates = Readonly<Record<string, SavedTemplate>>

/** A sandbox key and its templates. The key never leaves this browser: links and code samples do not contain it. */
export interface KeySession {
  key: string
  /** The start of the key, for display. */
  prefix: string
  expiresAt: string
  templates: SavedTemplates
}

export const keyStorageName = 'sandbox-key'

function savedIn(value: unknown): SavedTemplate | undefined {
  if (!isObject(value)) return undefined
  const { html, size, version, name } = value
  if (typeof html !== 'string' || typeof size !== 'string') return undefined
  return typeof version === 'number' && typeof name === 'string' ? { html, size, version, name } : undefined
}

/** The stored key. Undefined if there is none, its format is outdated, or the browser blocks storage. */
export function storedKey(): KeySession | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyStorageName) ?? 'null')
    if (!isObject(stored)) return undefined
    const { key, prefix, expiresAt, templates } = stored
    if (typeof key !== 'string' || typeof prefix !== 'string' || typeof expiresAt !== 'string') return undefined
    if (Number.isNaN(Date.parse(expiresAt))) return undefined
    const saved = Object.entries(isObject(templates) ? templates : {}).flatMap(([id, one]) => {
      const template = savedIn(one)
      return template ? [[id, template] as const] : []
    })
    return { key, prefix, expiresAt, templates: Object.fromEntries(saved) }
  } catch {
    return undefined
  }
}

/** @returns false if the browser blocks storage. The key then lasts until the visitor leaves the page. */
export function storeKey(session: KeySession): boolean {
  try {
    localStorage.setItem(keyStorageName, JSON.stringify(session))
    return true
  } catch {
    return false
  }
}

export function removeKey(): void {
  try {
    localStorage.removeItem(keyStorageName)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

export const isExpired = ({ expiresAt }: KeySession, now: Date): boolean => new Date(expiresAt) <= now

/** Request options that send the key. */
export const withKey = (session: KeySession | undefined) =>
  session ? { headers: { authorization: `Bearer ${session.key}` } } : undefined
