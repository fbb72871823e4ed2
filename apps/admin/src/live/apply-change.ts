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
 * Brings what others change onto the screen. Of each kind of record, one change is loaded at a time, and what changes
 * meanwhile is loaded after it: an answer from before a change is never the last one. What cannot be loaded now is loaded
 * by the next change.
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
    /** After a break of the stream anything may have changed. */
    everything(): void {
      for (const changed of kinds) void load(changed, undefined)
    },
  }
}
