import type { InboxItem } from '@app/api-client'
import { routes } from '../../urls/routes.ts'

/** Describes the event without its subject. */
export function inboxText({ kind, by = 'Someone' }: InboxItem): string {
  if (kind === 'assigned') return `${by} assigned you this lead`
  if (kind === 'import') return `${by} imported leads for you`
  if (kind === 'mention') return `${by} mentioned you in a note`
  return kind === 'lead' ? 'New lead' : 'New sample request'
}

/** A link to the subject. */
export function recordPath({ leadId, importId }: InboxItem): string {
  if (leadId) return `${routes.leads.path}?lead=${leadId}`
  if (importId) return `${routes.leads.path}?importId=${importId}`
  return `${routes.samples.path}${routes.samples.pending.search}`
}
