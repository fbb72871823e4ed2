import { labelOf } from '@app/labels'
import { editText } from '../../list/edit-text.ts'

export const accountLabel = 'Customer account'

const accountEvents: Record<string, string> = {
  member_invite: 'Invited a member of',
  member_resend: 'Sent a new invitation to a member of',
  member_remove: 'Removed a member of',
  key_create: 'Created a key of',
  key_update: 'Changed a key of',
  key_rotate: 'Rotated a key of',
  key_revoke: 'Revoked a key of',
  webhook_create: 'Added a webhook of',
  webhook_update: 'Changed a webhook of',
  webhook_rotate_secret: 'Replaced the secret of a webhook of',
  webhook_delete: 'Deleted a webhook of',
  passkey: 'Added a passkey of a member of',
  passkey_remove: 'Removed a passkey of a member of',
}

/** What staff and members do in an account, with the name of the account after it. */
export const accountActionText = (action: string): string =>
  editText(action, accountLabel) ?? labelOf(accountEvents, action)

/** What is recorded with them. */
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
