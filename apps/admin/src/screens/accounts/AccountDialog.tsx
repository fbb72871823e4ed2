import {
  type AccountDetail,
  createAccount,
  type CreatedAccount,
  getAccount,
  type InvitedMember,
  type LeadDetail,
  updateAccount,
} from '@app/api-client'
import { Checkbox, TextInput } from '@mantine/core'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { ifMatch, readOrGone, useRecordEdit } from '../../edit/use-record-edit.tsx'
import {
  type AccountForm,
  accountForm,
  accountLabels,
  accountRules,
  newAccount,
  reasonOutsideForm,
  toAccountInput,
  valueText,
} from './account-form.ts'

type Props = {
  account?: AccountDetail
  /** The won lead that a new account is opened from. */
  lead?: LeadDetail | undefined
  onCreated?: (account: AccountDetail, invited: InvitedMember | undefined) => void
  onClose: () => void
}

/** Opens an account, or edits one. */
export function AccountDialog({ account, lead, onCreated, onClose }: Props) {
  const { form, dialog } = useRecordEdit<AccountForm, AccountDetail, AccountDetail | CreatedAccount>({
    // Text that was typed for one lead is not offered for another.
    what: lead ? `account of lead ${lead.id}` : 'account',
    kind: 'customer_accounts',
    record: account,
    valuesOf: (stored) => (stored ? accountForm(stored) : newAccount(lead)),
    rules: accountRules,
    inputOf: toAccountInput,
    send: (values, over) =>
      over
        ? updateAccount(over.id, toAccountInput(values), ifMatch(over))
        : createAccount({
            ...toAccountInput(values),
            ...(lead && { leadId: lead.id }),
            members: values.invitesContact
              ? [{ name: values.billingName.trim(), email: values.billingEmail.trim() }]
              : [],
          }),
    ...(account && { read: (id: string) => readOrGone(getAccount(id)) }),
    ...(!account && { create: { saved: 'Account opened', failed: 'The account could not be opened' } }),
    update: { saved: 'Account saved', failed: 'The account could not be saved' },
    refusal: reasonOutsideForm,
    labels: accountLabels,
    valueText,
    // The dialog of a new account closes by opening its page.
    onSaved: (data) => 'invitations' in data && onCreated?.(data.account, data.invitations[0]),
    onClose,
  })

  return (
    <FormDialog
      title={account ? 'Edit account' : 'Open an account'}
      action={account ? 'Save' : 'Open account'}
      {...dialog}
    >
      <TextInput
        label="Name"
        description="Name of the company"
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Billing contact"
        description="Who gets the invoice"
        required
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('billingName')}
      />
      <TextInput
        type="email"
        label="Billing email"
        required
        maxLength={254}
        autoComplete="off"
        {...form.getInputProps('billingEmail')}
      />
      <TextInput
        inputMode="numeric"
        label="Monthly cap"
        description="The most pieces it can send in a month. Leave empty for no account-specific cap."
        maxLength={6}
        autoComplete="off"
        {...form.getInputProps('monthlyCap')}
      />
      {!account && (
        <Checkbox
          label="Invite the billing contact to the customer account"
          {...form.getInputProps('invitesContact', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
