import { getListSpamLeadsQueryKey } from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { invalidate, reloadCount, type Since } from './queries.ts'
import { forgetArrivals } from './arrivals.ts'

/** Reloads the list and all figures about it. */
export function refreshLeads(queryClient: QueryClient): void {
  forgetArrivals('leads')
  reloadAfterChange(queryClient)
}

/**
 * Reloads the lists, the figures, and the open lead after a colleague changed leads. New arrivals are still announced.
 */
export function reloadLeads(queryClient: QueryClient, since?: Since): Promise<unknown> {
  reloadCount(queryClient, getListSpamLeadsQueryKey, since)
  return invalidate(queryClient, { predicate: ({ queryKey: [path] }) => isAboutLeads(String(path)) }, since)
}

/** Cache key for the counts of saved views. Each one costs a call, so live events don't refresh them. */
export const viewCountKey = 'count of a view of leads'

/** Reloads everything that your own change to leads may affect, including the counts of views. */
export function reloadAfterChange(queryClient: QueryClient): void {
  void reloadLeads(queryClient)
  void queryClient.invalidateQueries({ queryKey: [viewCountKey] })
}

/** The figures, the reports, the lists, and each lead, which has its own path with subpaths. */
const isAboutLeads = (path: string) =>
  /^\/api\/admin\/(stats(\/|$)|attribution$|report$|lead-imports$|leads($|\/[\da-f-]{36}(\/|$)))/.test(path)
