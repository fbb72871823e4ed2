import type { Change, ChangedType, FieldChange, LeadOwner } from '@app/api-client'
import { labelOf } from '@app/labels'
import type { ShownChange } from '../../list/ChangeEntry.tsx'
import { editText } from '../../list/edit-text.ts'
import { absent } from '../../components/format.ts'
import { accountActionText, accountLabel } from '../accounts/account-events.ts'
import { accountLabels, valueText as accountValue } from '../accounts/account-form.ts'
import { linkLabels, valueText as linkValue } from '../campaigns/link-form.ts'
import { replyLabels } from '../notifications/reply-form.ts'
import { productLabels, valueText as productValue } from '../pricing/audit-display.ts'
import { runLabels, valueText as runValue } from '../production/run-display.ts'
import { templateLabels, valueText as templateValue } from '../samples/template-form.ts'
import { roleText } from './roles.ts'
import { targetLabels, valueText as targetValue } from './target-form.ts'

interface ShownType {
  value: ChangedType
  label: string
  labels?: Readonly<Record<string, string>>
  valueText?: (field: string, value: string) => string
}

const settings: Record<string, string> = {
  confirmsVisitors: 'Confirmation to visitors',
  mailsRequesters: 'Email to requesters',
  assigneeIds: 'Assign new leads in turn to',
  assignees: 'Assign new leads in turn to',
}

/** Filters of the log. */
export const changedTypes: readonly ShownType[] = [
  { value: 'account', label: 'Account' },
  { value: 'customer_account', label: accountLabel, labels: accountLabels, valueText: accountValue },
  { value: 'invitation', label: 'Invitation' },
  { value: 'crm_connection', label: 'CRM connection' },
  { value: 'sandbox_key', label: 'Sandbox key' },
  { value: 'lead_routing', label: 'Settings for new leads', labels: settings },
  { value: 'message_target', label: 'Target', labels: targetLabels, valueText: targetValue },
  { value: 'reply_template', label: 'Reply template', labels: replyLabels },
  { value: 'sample_template', label: 'Sample template', labels: templateLabels, valueText: templateValue },
  { value: 'campaign_link', label: 'Campaign link', labels: linkLabels, valueText: linkValue },
  { value: 'pricing_product', label: 'Product', labels: productLabels, valueText: productValue },
  { value: 'print_run', label: 'Print run', labels: runLabels, valueText: runValue },
  { value: 'scan_import', label: 'Scan import', labels: runLabels },
]

const typeOf = (recordType: ChangedType): ShownType =>
  changedTypes.find(({ value }) => value === recordType) ?? { value: recordType, label: recordType }

const events: Record<string, string> = {
  invite: 'Invited',
  renew: 'Created a new link for',
  revoke: 'Revoked the invitation of',
  accept: 'Accepted the invitation of',
  role: 'Changed the role of',
  disable: 'Disabled',
  enable: 'Enabled',
  reset: 'Created a password link for',
  password: 'Set a new password for',
  authenticator: 'Set up an authenticator app for',
  authenticator_remove: 'Removed the authenticator app for',
  recovery_codes: 'Created new recovery codes for',
  passkey: 'Added a passkey for',
  passkey_remove: 'Removed a passkey for',
  session_end: 'Ended a session of',
  sessions_end: 'Ended the sessions of',
  token_create: 'Created an API token for',
  token_revoke: 'Revoked an API token for',
  second_factor_reset: 'Reset the second factor of',
  crm_pause: 'Paused the CRM sync',
  crm_resume: 'Resumed the CRM sync',
  sandbox_key_revoke: 'Revoked the sandbox key',
  spoil_pieces: 'Removed pieces from',
  reject_pieces: 'Rejected pieces of',
}

/** Describes the action without the name of the record. Unknown actions are shown as is. */
export function actionText({ action, recordType }: Pick<Change, 'action' | 'recordType'>): string {
  if (recordType === 'customer_account') return accountActionText(action)
  if (recordType === 'account') return action === 'create' ? 'Created the account for' : labelOf(events, action)
  return editText(action, typeOf(recordType).label) ?? labelOf(events, action)
}

/** The label of a changed field. */
export function shownChange(
  { recordType }: Pick<Change, 'recordType'>,
  { field, before, after }: FieldChange,
  owners: readonly LeadOwner[],
): ShownChange {
  const { labels, valueText = (_field: string, value: string) => value } = typeOf(recordType)
  const shown = (value: string | null): string | undefined => {
    if (field === 'assigneeIds') return namesOf(value, owners)
    if (value === null) return undefined
    if (recordType === 'lead_routing') return value === 'true' ? 'on' : value === 'false' ? 'off' : value
    return labels ? valueText(field, value) || absent : roleText(value)
  }
  return { label: labels ? labelOf(labels, field) : '', before: shown(before), after: shown(after) }
}

const namesOf = (ids: string | null, owners: readonly LeadOwner[]): string =>
  (ids ?? '')
    .split('\n')
    .filter(Boolean)
    .map((id) => owners.find((owner) => owner.id === id)?.name ?? 'a former account')
    .join(', ') || 'No one'
