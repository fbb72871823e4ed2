import {
  getGetAuthUserQueryKey,
  getGetCrmStatusQueryKey,
  getGetDeskSettingsQueryKey,
  getGetInboxUnreadQueryKey,
  getListCampaignLinksQueryKey,
  getListChangesQueryKey,
  getListInboxItemsQueryKey,
  getListLeadViewsQueryKey,
  getListMessagesQueryKey,
  getListMessageTargetsQueryKey,
  getListNotificationRulesQueryKey,
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  getListReplyTemplatesQueryKey,
  getListSampleTemplatesQueryKey,
  getListSandboxKeysQueryKey,
  getListStaffInvitationsQueryKey,
  getListStaffQueryKey,
  type LiveEvent,
} from '@app/api-client'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { reloadAfterChange, reloadLeads } from './lead-cache.ts'
import { rereadRequests } from './request-cache.ts'

/** A kind of record, as live events name it. */
export type Kind = NonNullable<LiveEvent['changed']>
/** Undefined for any of them. */
export type Ids = readonly string[] | undefined

type Reload = (queryClient: QueryClient, ids: Ids) => Promise<unknown>

const reload =
  (...keys: QueryKey[]): Reload =>
  (queryClient) =>
    Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const log = getListChangesQueryKey()

/** How each kind of record comes onto the screen after a change. Without ids, all of them may have changed. */
export const reloadRecords: Readonly<Record<Kind, Reload>> = {
  leads: reloadLeads,
  lead_views: reload(getListLeadViewsQueryKey()),
  sample_requests: rereadRequests,
  sample_templates: reload(getListSampleTemplatesQueryKey(), log),
  pricing_products: reload(getListPricingProductsQueryKey(), getListPricingAuditQueryKey(), log),
  campaign_links: reload(getListCampaignLinksQueryKey(), log),
  inbox: reload(getGetInboxUnreadQueryKey(), getListInboxItemsQueryKey()),
  messages: reload(
    getGetDeskSettingsQueryKey(),
    getListMessagesQueryKey(),
    getListMessageTargetsQueryKey(),
    getListNotificationRulesQueryKey(),
    getListReplyTemplatesQueryKey(),
    log,
  ),
  // One's own account too: an owner may have given it another role. Pausing the CRM and revoking a key are in the same log.
  accounts: reload(
    getGetAuthUserQueryKey(),
    getGetCrmStatusQueryKey(),
    getListStaffQueryKey(),
    getListStaffInvitationsQueryKey(),
    getListSandboxKeysQueryKey(),
    log,
  ),
}

/** The same after one's own change, which may also show in the counts of views. */
export function reloadAfterOwn(queryClient: QueryClient, kind: Kind, ids: Ids): void {
  if (kind === 'leads') reloadAfterChange(queryClient)
  else void reloadRecords[kind](queryClient, ids)
}
