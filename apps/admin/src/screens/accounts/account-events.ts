import { labelOf } from '@app/labels'
import { editText } from '../../list/edit-text.ts'

export const accountLabel = 'Customer account'

const accountEvents: Record<string, string> = {
  member_invite: 'Invited a member to',
  member_resend: 'Sent a new invitation to a member of',
  member_remove: 'Removed a member from',
  key_create: 'Created a key for',
  key_update: 'Changed a key for',
  key_rotate: 'Rotated a key for',
  key_revoke: 'Revoked a key for',
  webhook_create: 'Added a webhook for',
  webhook_update: 'Changed a webhook for',
  webhook_rotate_secret: 'Replaced a webhook secret for',
  webhook_delete: 'Deleted a webhook for',
  passkey: 'Added a passkey for a member of',
  passkey_remove: 'Removed a passkey for a member of',
}

/** The text for an action of staff or members in an account. The name of the account follows it. */
export const accountActionText = (action: string): string =>
  editText(action, accountLabel) ?? labelOf(accountEvents, action)

/** Labels of the fields recorded with these actions. */
export const accountEventFields: Record<string, string> = {
  member: 'Member',
  key: 'Key',
  scopes: 'Scopes',
  prefix: 'Prefix',
  overlapHours: 'Overlap in hours',
  webhook: 'Webhook',
  mode: 'Mode',
  types: 'Events',
  isActive: 'Active',
}
