import {
  getGetAuthUserQueryKey,
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  getListSampleTemplatesQueryKey,
  getListSettingsAuditQueryKey,
  getListStaffInvitationsQueryKey,
  getListStaffQueryKey,
  type LiveEvent,
} from '@app/api-client'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { reloadLeads } from '../screens/dashboard/refresh-leads.ts'
import { rereadRequests } from '../screens/samples/request-cache.ts'

type Changed = NonNullable<LiveEvent['changed']>

const reload = (keys: QueryKey[]) => (queryClient: QueryClient) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** How each kind of record comes onto the screen after staff changed it. Without ids, all of them may have changed. */
const appliers: Record<Changed, (queryClient: QueryClient, ids?: readonly string[]) => Promise<unknown>> = {
  leads: reloadLeads,
  sample_requests: rereadRequests,
  sample_templates: reload([getListSampleTemplatesQueryKey()]),
  pricing_products: reload([getListPricingProductsQueryKey(), getListPricingAuditQueryKey()]),
  // One's own account too: an owner may have given it another role.
  accounts: reload([
    getGetAuthUserQueryKey(),
    getListStaffQueryKey(),
    getListStaffInvitationsQueryKey(),
    getListSettingsAuditQueryKey(),
  ]),
}

/** Brings what somebody else changed onto the screen. What cannot be loaded now is loaded by the next change. */
export function applyChange(queryClient: QueryClient, changed: Changed, { count, ids }: LiveEvent): void {
  appliers[changed](queryClient, count > ids.length ? undefined : ids).catch(() => {})
}

/** After a break of the stream anything may have changed. */
export function applyEverything(queryClient: QueryClient): void {
  for (const apply of Object.values(appliers)) apply(queryClient).catch(() => {})
}
