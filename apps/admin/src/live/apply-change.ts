import type { LiveEvent } from '@app/api-client'
import type { QueryClient } from '@tanstack/react-query'
import { type Ids, type Kind, reloadRecords } from '../cache/reload-records.ts'

const kinds: readonly Kind[] = [
  'leads',
  'lead_views',
  'sample_requests',
  'sample_templates',
  'pricing_products',
  'campaign_links',
  'accounts',
  'inbox',
  'messages',
]

const both = (one: Ids, other: Ids): Ids => one && other && [...one, ...other]

/**
 * Loads other people's changes. Per record type, one load runs at a time and further changes are loaded after it, so a
 * response from before a change is never the last one. A failed load is made up for by the next change.
 */
export function changeLoader(queryClient: QueryClient) {
  const loading = new Set<Kind>()
  const waiting = new Map<Kind, Ids>()

  const load = async (changed: Kind, ids: Ids): Promise<void> => {
    if (loading.has(changed)) {
      waiting.set(changed, waiting.has(changed) ? both(waiting.get(changed), ids) : ids)
      return
    }
    loading.add(changed)
    await reloadRecords[changed](queryClient, ids).catch(() => {})
    loading.delete(changed)
    if (!waiting.has(changed)) return
    const next = waiting.get(changed)
    waiting.delete(changed)
    await load(changed, next)
  }
  return {
    change: (changed: Kind, { count, ids }: LiveEvent): void =>
      void load(changed, count > ids.length ? undefined : ids),
    /** After the stream was interrupted, anything may have changed. */
    everything(): void {
      for (const changed of kinds) void load(changed, undefined)
    },
  }
}
