import type { InboxItem } from '@app/api-client'
import { routes } from '../../routes.ts'

/** What happened, without whom it is about. */
export function inboxText({ kind, by = 'Somebody' }: InboxItem): string {
  if (kind === 'assigned') return `${by} gave you this lead`
  if (kind === 'mention') return `${by} mentioned you in a note`
  return kind === 'lead' ? 'New lead' : 'New sample request'
}

/** Where it is read. */
export const recordPath = ({ leadId }: InboxItem): string =>
  leadId ? `${routes.leads.path}?lead=${leadId}` : `${routes.samples.path}${routes.samples.pending.search}`
