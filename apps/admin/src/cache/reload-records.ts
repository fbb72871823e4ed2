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

/** Reloads the queries of these paths and of the paths below them. */
const reload =
  (...paths: (Path | RegExp)[]): Reload =>
  (queryClient, _ids, since) =>
    invalidate(
      queryClient,
      {
        predicate: ({ queryKey: [key] }) =>
          paths.some((path) =>
            path instanceof RegExp ? path.test(String(key)) : `${String(key)}/`.startsWith(`${path}/`),
          ),
      },
      since,
    )

const log = '/api/admin/changes'

/** How each type of record is refreshed after a change. Without ids, any of them may have changed. */
export const reloadRecords: Readonly<Record<Kind, Reload>> = {
  leads: (queryClient, _ids, since) => reloadLeads(queryClient, since),
  lead_views: reload('/api/admin/lead-views'),
  sample_requests: rereadRequests,
  sample_templates: reload('/api/admin/sample-templates', log),
  pricing_products: reload('/api/admin/pricing/products', '/api/admin/pricing/audit', log),
  campaign_links: reload('/api/admin/campaign-links', log),
  print_runs: reload('/api/admin/print-runs', '/api/admin/waiting-pieces', log),
  scan_imports: reload('/api/admin/scan-imports', log),
  inbox: reload('/api/admin/inbox'),
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
    '/api/auth/sessions',
    '/api/auth/tokens',
    '/api/auth/second-factor',
    '/api/admin/crm',
    '/api/admin/staff',
    '/api/admin/leads/owners',
    '/api/admin/staff-invitations',
    '/api/admin/print/keys',
    log,
  ),
  // A lead links to its account.
  customer_accounts: reload('/api/admin/accounts', /^\/api\/admin\/leads\/[\da-f-]{36}$/, log),
}

/** Reloads records after the user's own change, which may also affect the counts of views. */
export function reloadAfterOwn(queryClient: QueryClient, kind: Kind, ids: Ids): void {
  if (kind === 'leads') reloadAfterChange(queryClient)
  // If it fails, everything is reloaded once the live events are back.
  else reloadRecords[kind](queryClient, ids).catch(() => {})
}
