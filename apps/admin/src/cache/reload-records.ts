import type { LiveEvent } from '@app/api-client'
import type { operations } from '@app/contract'
import type { QueryClient } from '@tanstack/react-query'
import { invalidate, type Since } from './queries.ts'
import { reloadAfterChange, reloadLeads } from './lead-cache.ts'
import { rereadRequests } from './request-cache.ts'

/** A record type, as live events name it. */
export type Kind = NonNullable<LiveEvent['changed']>
/** Undefined means all records of the type. */
export type Ids = readonly string[] | undefined

type Reload = (queryClient: QueryClient, ids: Ids, since?: Since) => Promise<unknown>

type Path = (typeof operations)[keyof typeof operations]['url']

/** The queries to reload: those of a path, or of each path that matches. */
type Reloaded = Path | ((path: string) => boolean)

const reload =
  (...reloaded: Reloaded[]): Reload =>
  (queryClient, _ids, since) =>
    Promise.all(
      reloaded.map((one) =>
        invalidate(
          queryClient,
          typeof one === 'function' ? { predicate: ({ queryKey: [path] }) => one(String(path)) } : { queryKey: [one] },
          since,
        ),
      ),
    )

const log = '/api/admin/changes'

/** The list of runs, and everything about one run. */
const isOfRuns = (path: string) => path.startsWith('/api/admin/print-runs' satisfies Path)
/** The list of campaign links, and one that is opened by its address. */
const isOfLinks = (path: string) => path.startsWith('/api/admin/campaign-links' satisfies Path)
/** Queries about accounts, and single leads, which link to their account. */
const isOfAccounts = (path: string) => /^\/api\/admin\/(accounts(\/|$)|leads\/[\da-f-]{36}$)/.test(path)

/** Sessions, tokens, and second factors of staff. */
const isOfAccess = (path: string) =>
  /^\/api\/(auth|admin\/staff\/[\da-f-]{36})\/(sessions|tokens|second-factor)$/.test(path)

/** How each type of record is refreshed after a change. Without ids, any of them may have changed. */
export const reloadRecords: Readonly<Record<Kind, Reload>> = {
  leads: (queryClient, _ids, since) => reloadLeads(queryClient, since),
  lead_views: reload('/api/admin/lead-views'),
  sample_requests: rereadRequests,
  sample_templates: reload('/api/admin/sample-templates', log),
  pricing_products: reload('/api/admin/pricing/products', '/api/admin/pricing/audit', log),
  campaign_links: reload(isOfLinks, log),
  print_runs: reload(isOfRuns, '/api/admin/waiting-pieces', log),
  scan_imports: reload('/api/admin/scan-imports', log),
  inbox: reload('/api/admin/inbox/unread', '/api/admin/inbox'),
  messages: reload(
    '/api/admin/lead-routing-settings',
    '/api/admin/messages',
    '/api/admin/message-targets',
    '/api/admin/notification-rules',
    '/api/admin/reply-templates',
    log,
  ),
  // Includes the signed-in account, whose role an owner may have changed. Pausing the CRM and revoking a key are in the
  // same log.
  accounts: reload(
    '/api/auth/user',
    '/api/admin/crm',
    '/api/admin/staff',
    '/api/admin/leads/owners',
    '/api/admin/staff-invitations',
    '/api/admin/print/keys',
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
