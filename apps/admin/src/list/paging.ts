import { keepPreviousData } from '@tanstack/react-query'
import type { UrlState } from './use-url-state.ts'

/** What leads back to the first page, for everything that narrows or reorders a list. */
export const firstPage = { cursor: undefined, page: undefined }

/** The page that the address asks for, as the API takes it. */
export function pageOf(url: UrlState, limit: number): { limit: number; cursor?: string } {
  const cursor = url.get('cursor')
  return { limit, ...(cursor && { cursor }) }
}

/** Shows the rows of the page before until the next ones have come. */
export const keepPage = { query: { placeholderData: keepPreviousData } }
