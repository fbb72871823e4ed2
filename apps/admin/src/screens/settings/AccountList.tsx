import {
  createPasswordReset,
  deleteStaffSecondFactor,
  type StaffAccount,
  type StaffRole,
  updateStaffEnabled,
  updateStaffRole,
  useListStaff,
} from '@app/api-client'
import { Badge, NativeSelect } from '@mantine/core'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { WholeList } from '../../list/WholeList.tsx'
import { Cell } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { AccessDialog } from './AccessDialog.tsx'
import type { NewLink } from './LinkDialog.tsx'
import { roleMeanings, roles, roleText } from './roles.ts'
import styles from './StaffTab.module.css'
import { useStaff } from '../../session/use-staff.ts'
import { AskButton } from '../../edit/AskButton.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'

/** All accounts. The user's own account has no buttons, because the server refuses those changes. */
export function AccountList({ onLink }: { onLink: (link: NewLink) => void }) {
  const staff = useListStaff()
  const self = useStaff()
  const others = staff.data?.data.filter(({ id }) => id !== self?.id)
  const role = useUrlDialog('edit', others)
  const access = useUrlDialog('access', others)

  return (
    <>
      <WholeList query={staff} label="Accounts" empty="No accounts" height={200}>
        {(account) => (
          <Account
            key={account.id}
            account={account}
            isSelf={account.id === self?.id}
            onRole={() => role.open(account.id)}
            onAccess={() => access.open(account.id)}
            onLink={onLink}
          />
        )}
      </WholeList>
      {access.record && <AccessDialog account={access.record} onClose={access.close} />}
      {role.record && <RoleDialog account={role.record} onClose={role.close} />}
    </>
  )
}

type Props = {
  account: StaffAccount
  onRole: () => void
  onAccess: () => void
  onLink: (link: NewLink) => void
}

function Account({ account, isSelf, ...actions }: Props & { isSelf: boolean }) {
  const { name, email, role, isEnabled, hasSecondFactor, lastSignInAt, createdAt } = account
  return (
    <li className={`${rows.row} ${styles.account}`} aria-label={name}>
      <Cell
        name={name}
        badges={
          <>
            {isSelf && <Badge variant="default">You</Badge>}
            {!isEnabled && <Badge color="gold">Disabled</Badge>}
            {hasSecondFactor && <Badge variant="default">Second factor</Badge>}
          </>
        }
        note={email}
      />
      <Cell name={roleText(role)} note={<Stamp text="Created" at={createdAt} />}>
        <p className={rows.quiet}>
          <LastTime text="Last sign-in" at={lastSignInAt} never="Never signed in" />
        </p>
      </Cell>
      {isSelf ? (
        <p className={`${rows.quiet} ${styles.actions}`}>Another owner can change your account.</p>
      ) : (
        <Actions account={account} {...actions} />
      )}
    </li>
  )
}

function Actions({ account, onRole, onAccess, onLink }: Props) {
  const { id, name, email, isEnabled, hasSecondFactor } = account
  const common = { kind: 'accounts', what: 'account' } as const
  const person = (
    <>
      <strong dir="auto">{name}</strong> ({email})
    </>
  )
  return (
    <div className={styles.actions}>
      <RowButton text="Change role" label={`Change role of ${name}`} onClick={onRole} />
      <RowButton text="Access" label={`Access for ${name}`} onClick={onAccess} />
      {isEnabled && (
        <AskButton
          {...common}
          text="Reset password"
          label={`Reset password for ${name}`}
          title="Reset password"
          action="Create link"
          color="ink"
          send={() => createPasswordReset(id)}
          saved="Password link created successfully"
          failed="Failed to create password link"
          onSaved={(link) => onLink({ title: 'Password link', link, person: name })}
        >
          You get a link that {person} can use to set a new password. The current password works until then; earlier
          links stop working.
        </AskButton>
      )}
      {hasSecondFactor && (
        <AskButton
          {...common}
          text="Reset second factor"
          label={`Reset second factor for ${name}`}
          title="Reset second factor"
          action="Reset"
          send={() => deleteStaffSecondFactor(id)}
          saved="Second factor reset successfully"
          failed="Failed to reset second factor"
        >
          {person} is signed out everywhere and signs in with just the password until they set up a new one. Make sure
          the request really comes from them.
        </AskButton>
      )}
      <AskButton
        {...common}
        label={`${isEnabled ? 'Disable' : 'Enable'} ${name}`}
        title={isEnabled ? 'Disable account' : 'Enable account'}
        action={isEnabled ? 'Disable' : 'Enable'}
        color={isEnabled ? 'red' : 'ink'}
        send={() => updateStaffEnabled(id, { isEnabled: !isEnabled })}
        saved={`Account ${isEnabled ? 'disabled' : 'enabled'} successfully`}
        failed={`Failed to ${isEnabled ? 'disable' : 'enable'} account`}
      >
        {person}{' '}
        {isEnabled
          ? 'will be signed out everywhere immediately and can’t sign in until an owner enables the account again.'
          : 'can sign in again, with the same password as before.'}
      </AskButton>
    </div>
  )
}

type RoleForm = { role: StaffRole }

function RoleDialog({ account, onClose }: { account: StaffAccount; onClose: () => void }) {
  const { form, dialog } = useRecordEdit({
    what: 'role',
    kind: 'accounts',
    record: { id: account.id },
    valuesOf: (): RoleForm => ({ role: account.role }),
    send: (values) => updateStaffRole(account.id, values),
    update: { saved: 'Role updated successfully', failed: 'Failed to update role' },
    onClose,
  })

  return (
    <FormDialog title={`Role for ${account.name}`} size="md" {...dialog}>
      <NativeSelect
        label="Role"
        required
        data={roles}
        description={roleMeanings[form.values.role]}
        data-autofocus
        {...form.getInputProps('role')}
      />
    </FormDialog>
  )
}
