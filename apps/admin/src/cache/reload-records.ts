import {
  getGetCurrentUserQueryKey,
  getGetCrmStatusQueryKey,
  getGetLeadRoutingSettingsQueryKey,
  getGetUnreadCountQueryKey,
  getListCampaignLinksQueryKey,
  getListChangesQueryKey,
  getListInboxItemsQueryKey,
  getListLeadOwnersQueryKey,
  getListLeadViewsQueryKey,
  getListMessagesQueryKey,
  getListMessageTargetsQueryKey,
  getListNotificationRulesQueryKey,
  getListPricingAuditQueryKey,
  getListPrintRunsQueryKey,
  getListPricingProductsQueryKey,
  getListReplyTemplatesQueryKey,
  getListSampleTemplatesQueryKey,
  getListSandboxKeysQueryKey,
  getListScanImportsQueryKey,
  getListStaffInvitationsQueryKey,
  getListStaffQueryKey,
  getListWaitingPiecesQueryKey,
  type LiveEvent,
} from '@app/api-client'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { invalidate, type Since } from './queries.ts'
import { reloadAfterChange, reloadLeads } from './lead-cache.ts'
import { rereadRequests } from './request-cache.ts'

/** A record type, as live events name it. */
export type Kind = NonNullable<LiveEvent['changed']>
/** Undefined means all records of the type. */
export type Ids = readonly string[] | undefined

type Reload = (queryClient: QueryClient, ids: Ids, since?: Since) => Promise<unknown>

/** The queries to reload: those with a key, or those whose path matches. */
type Reloaded = QueryKey | ((path: string) => boolean)

const reload =
  (...reloaded: Reloaded[]): Reload =>
  (queryClient, _ids, since) =>
    Promise.all(
      reloaded.map((one) =>
        invalidate(
          queryClient,
          typeof one === 'function' ? { predicate: ({ queryKey: [path] }) => one(String(path)) } : { queryKey: one },
          since,
        ),
      ),
    )

const log = getListChangesQueryKey()
const [runsUrl] = getListPrintRunsQueryKey()
const [linksUrl] = getListCampaignLinksQueryKey()

/** The list of runs, and everything about one run. */
const isOfRuns = (path: string) => path.startsWith(runsUrl)
/** The list of campaign links, and one that is opened by its address. */
const isOfLinks = (path: string) => path.startsWith(linksUrl)
/** Queries about accounts, and single leads, which link to their account. */
const isOfAccounts = (path: string) => /^\/api\/admin\/(accounts(\/|$)|leads\/[\da-f-]{36}$)/.test(path)

/** Sessions, tokens, and second factors of staff. */
const isOfAccess = (path: string) =>
  /^\/api\/(auth|admin\/staff\/[\da-f-]{36})\/(sessions|tokens|second-factor)$/.test(path)

/** How each type of record is refreshed after a change. Without ids, any of them may have changed. */
export const reloadRecords: Readonly<Record<Kind, Reload>> = {
  leads: (queryClient, _ids, since) => reloadLeads(queryClient, since),
  lead_views: reload(getListLeadViewsQueryKey()),
  sample_requests: rereadRequests,
  sample_templates: reload(getListSampleTemplatesQueryKey(), log),
  pricing_products: reload(getListPricingProductsQueryKey(), getListPricingAuditQueryKey(), log),
  campaign_links: reload(isOfLinks, log),
  print_runs: reload(isOfRuns, getListWaitingPiecesQueryKey(), log),
  scan_imports: reload(getListScanImportsQueryKey(), log),
  inbox: reload(getGetUnreadCountQueryKey(), getListInboxItemsQueryKey()),
  messages: reload(
    getGetLeadRoutingSettingsQueryKey(),
    getListMessagesQueryKey(),
    getListMessageTargetsQueryKey(),
    getListNotificationRulesQueryKey(),
    getListReplyTemplatesQueryKey(),
    log,
  ),
  // Includes the signed-in account, whose role an owner may have changed. Pausing the CRM and revoking a key are in the
  // same log.
  accounts: reload(
    getGetCurrentUserQueryKey(),
    getGetCrmStatusQueryKey(),
    getListStaffQueryKey(),
    getListLeadOwnersQueryKey(),
    getListStaffInvitationsQueryKey(),
    getListSandboxKeysQueryKey(),
    isOfAccess,
    log,
  ),
  customer_accounts: reload(isOfAccounts, log),
}

/** The same after your own change, which may also affect the counts of views. */
export function reloadAfterOwn(queryClient: QueryClient, kind: Kind, ids: Ids): void {
  if (kind === 'leads') reloadAfterChange(queryClient)
  else void reloadRecords[kind](queryClient, ids)
}
