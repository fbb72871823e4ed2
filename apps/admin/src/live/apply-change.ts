import {
  getGetAuthUserQueryKey,
  getGetCrmStatusQueryKey,
  getGetDeskSettingsQueryKey,
  getGetInboxUnreadQueryKey,
  getListInboxItemsQueryKey,
  getListMessagesQueryKey,
  getListMessageTargetsQueryKey,
  getListNotificationRulesQueryKey,
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  getListReplyTemplatesQueryKey,
  getListSampleTemplatesQueryKey,
  getListSandboxKeysQueryKey,
  getListSettingsAuditQueryKey,
  getListStaffInvitationsQueryKey,
  getListStaffQueryKey,
  type LiveEvent,
} from '@app/api-client'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { reloadLeads } from '../leads/refresh-leads.ts'
import { rereadRequests } from '../screens/samples/request-cache.ts'

type Changed = NonNullable<LiveEvent['changed']>
/** Undefined for any of them. */
type Ids = readonly string[] | undefined

const reload = (keys: QueryKey[]) => (queryClient: QueryClient) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** How each kind of record comes onto the screen after staff changed it. Without ids, all of them may have changed. */
const loaders: Record<Changed, (queryClient: QueryClient, ids: Ids) => Promise<unknown>> = {
  leads: reloadLeads,
  sample_requests: rereadRequests,
  sample_templates: reload([getListSampleTemplatesQueryKey()]),
  pricing_products: reload([getListPricingProductsQueryKey(), getListPricingAuditQueryKey()]),
  inbox: reload([getGetInboxUnreadQueryKey(), getListInboxItemsQueryKey()]),
  messages: reload([
    getGetDeskSettingsQueryKey(),
    getListMessagesQueryKey(),
    getListMessageTargetsQueryKey(),
    getListNotificationRulesQueryKey(),
    getListReplyTemplatesQueryKey(),
  ]),
  // One's own account too: an owner may have given it another role. Pausing the CRM and revoking a key are in the same log.
  accounts: reload([
    getGetAuthUserQueryKey(),
    getGetCrmStatusQueryKey(),
    getListStaffQueryKey(),
    getListStaffInvitationsQueryKey(),
    getListSettingsAuditQueryKey(),
    getListSandboxKeysQueryKey(),
  ]),
}

const kinds: readonly Changed[] = [
  'leads',
  'sample_requests',
  'sample_templates',
  'pricing_products',
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
  const loading = new Set<Changed>()
  const waiting = new Map<Changed, Ids>()

  const load = async (changed: Changed, ids: Ids): Promise<void> => {
    if (loading.has(changed)) {
      waiting.set(changed, waiting.has(changed) ? both(waiting.get(changed), ids) : ids)
      return
    }
    loading.add(changed)
    await loaders[changed](queryClient, ids).catch(() => {})
    loading.delete(changed)
    if (!waiting.has(changed)) return
    const next = waiting.get(changed)
    waiting.delete(changed)
    await load(changed, next)
  }
  return {
    change: (changed: Changed, { count, ids }: LiveEvent): void =>
      void load(changed, count > ids.length ? undefined : ids),
    /** After a break of the stream anything may have changed. */
    everything(): void {
      for (const changed of kinds) void load(changed, undefined)
    },
  }
}
