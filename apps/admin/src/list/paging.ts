import { keepPreviousData } from '@tanstack/react-query'
import type { UrlState } from './use-url-state.ts'

/** Goes back to the first page. Used by everything that narrows or reorders a list. */
export const firstPage = { cursor: undefined, page: undefined }

/** Removes these filters, and those that every list has, from the URL. */
export const without = (names: readonly string[]): Record<string, undefined> => ({
  ...Object.fromEntries(['q', 'from', 'to', ...names].map((name) => [name, undefined])),
  ...firstPage,
})

/** The page in the URL, as API parameters. */
export function pageOf(url: UrlState, limit = 50): { limit: number; cursor?: string } {
  const cursor = url.get('cursor')
  return { limit, ...(cursor && { cursor }) }
}

/** Keeps the previous rows on screen until the next ones have loaded. */
export const keepPage = { query: { placeholderData: keepPreviousData } }
