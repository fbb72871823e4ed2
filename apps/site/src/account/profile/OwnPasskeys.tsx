import { type Passkey, useDeleteMemberPasskey, useListMemberPasskeys } from '@app/api-client'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import buttons from '../../components/buttons.module.css'
import { useAddress } from '../area/address.ts'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty, Loaded } from '../area/Loaded.tsx'
import { Question } from '../area/Question.tsx'
import { Time } from '../area/Time.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { AreaSection } from '../area/AreaSection.tsx'
import { SmallButton } from '../area/SmallButton.tsx'

/** Passkeys sign in without an email, with a fingerprint, a face, or the lock of a device. */
export function OwnPasskeys() {
  const { params, open, close } = useAddress()
  const query = useListMemberPasskeys()
  return (
    <AreaSection
      id="passkeys"
      title="Passkeys"
      action={
        browserSupportsWebAuthn() && (
          <button type="button" className={buttons.secondary} onClick={() => open({ open: 'passkey' })}>
            Add Passkey
          </button>
        )
      }
    >
      <p>A passkey signs you in without an email: with your fingerprint, your face, or your device’s screen lock.</p>
      <Loaded query={query} what="your passkeys" rows={2}>
        {(passkeys) => (
          <>
            {passkeys.length === 0 ? (
              <Empty title="No passkeys yet" />
            ) : (
              <PasskeyTable passkeys={passkeys} onDelete={(id) => open({ open: 'delete-passkey', passkey: id })} />
            )}
            <DeleteQuestion
              passkey={passkeys.find(
                ({ id }) => params.get('open') === 'delete-passkey' && id === params.get('passkey'),
              )}
              onClose={close}
            />
          </>
        )}
      </Loaded>
      {params.get('open') === 'passkey' && <PasskeyDialog onClose={close} />}
    </AreaSection>
  )
}

interface PasskeyTableProps {
  passkeys: readonly Passkey[]
  onDelete: (id: string) => void
}

const PasskeyTable = ({ passkeys, onDelete }: PasskeyTableProps) => (
  <DataTable label="Passkeys" heads={['Name', 'Added', 'Last used']} hasActions>
    {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
      <tr key={id}>
        <td data-title>{name}</td>
        <td data-label="Added">
          <Time at={createdAt} />
        </td>
        <td data-label="Last used">{lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} />}</td>
        <td className={table.actions}>
          <SmallButton aria-label={`Delete ${name}`} onClick={() => onDelete(id)}>
            Delete
          </SmallButton>
        </td>
      </tr>
    ))}
  </DataTable>
)

function DeleteQuestion({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  const { mutateAsync } = useDeleteMemberPasskey()
  if (!passkey) return null
  const { id, name } = passkey
  return (
    <Question
      title={`Delete the passkey “${name}”?`}
      yes="Delete It"
      act={() => mutateAsync({ id })}
      done={`Passkey “${name}” deleted`}
      onClose={onClose}
    >
      <p>It no longer signs you in. You can still sign in with a link. Delete it from your device, too.</p>
    </Question>
  )
}
