import { type Passkey, useDeleteMemberPasskey, useListMemberPasskeys } from '@app/api-client'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import buttons from '../../components/buttons.module.css'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty, Loaded } from '../area/Loaded.tsx'
import { Question } from '../area/Question.tsx'
import { Time } from '../area/Time.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'

const closed = { open: undefined, passkey: undefined }

/** Passkeys sign in without an email, with a fingerprint, a face, or the lock of a device. */
export function OwnPasskeys() {
  const { params, open, close } = useAddress()
  const query = useListMemberPasskeys()
  const onClose = () => close(closed)
  return (
    <section aria-labelledby="passkeys" className={area.section}>
      <div className={area.head}>
        <h2 id="passkeys" tabIndex={-1}>
          Passkeys
        </h2>
        {browserSupportsWebAuthn() && (
          <button type="button" className={buttons.secondary} onClick={() => open({ open: 'passkey' })}>
            Add Passkey
          </button>
        )}
      </div>
      <p>A passkey signs you in without an email: with your fingerprint, your face, or the lock of your device.</p>
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
              onClose={onClose}
            />
          </>
        )}
      </Loaded>
      {params.get('open') === 'passkey' && <PasskeyDialog onClose={onClose} />}
    </section>
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
          <button type="button" className={controls.small} aria-label={`Delete ${name}`} onClick={() => onDelete(id)}>
            Delete
          </button>
        </td>
      </tr>
    ))}
  </DataTable>
)

function DeleteQuestion({ passkey, onClose }: { passkey: Passkey | undefined; onClose: () => void }) {
  const { showDone } = useToasts()
  const { mutateAsync } = useDeleteMemberPasskey()
  if (!passkey) return null
  const { id, name } = passkey
  return (
    <Question
      title={`Delete the passkey “${name}”?`}
      yes="Delete It"
      act={() => mutateAsync({ id })}
      onDone={() => {
        onClose()
        showDone(`The passkey “${name}” is deleted`)
      }}
      onClose={onClose}
    >
      <p>It no longer signs you in. You can still sign in with a link. Delete it from your device, too.</p>
    </Question>
  )
}
