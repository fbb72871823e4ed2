import {
  type Passkey,
  useDeleteMemberPasskey,
  useListMemberPasskeys,
  problemOf,
  useCreateMemberPasskey,
  useCreateMemberPasskeyOptions,
} from '@app/api-client'
import { createPasskey } from '@app/ui/create-passkey'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Loaded } from '../../components/Loaded.tsx'
import buttons from '../../components/buttons.module.css'
import { Field } from '../../forms/Field.tsx'
import { required, trimmed } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { FormDialog, Question } from '../area/Dialog.tsx'
import { Empty } from '../area/Empty.tsx'
import { SmallButton } from '../area/SmallButton.tsx'
import { Time } from '../area/Time.tsx'
import { useForm } from '../../forms/use-form.ts'

/** Passkeys sign in without an email: with a fingerprint, a face, or the screen lock of a device. */
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
            <DataTable
              label="Passkeys"
              columns={columns}
              rows={passkeys}
              keyOf={({ id }) => id}
              renderActions={({ id, name }) => (
                <SmallButton
                  aria-label={`Delete ${name}`}
                  onClick={() => open({ open: 'delete-passkey', passkey: id })}
                >
                  Delete
                </SmallButton>
              )}
              empty={<Empty title="No passkeys yet" />}
            />
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

const columns: readonly Column<Passkey>[] = [
  { head: 'Name', cell: ({ name }) => name },
  { head: 'Added', isLabeled: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Last used', isLabeled: true, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} or="Never" /> },
]

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

/** Explains errors of the browser and of the API whose own messages suggest no action. */
function explain(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for you.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was created. Try again when you are ready.'
  if (name === 'SecurityError' || problemOf(error)?.code === 'no_shared_domain')
    return 'Passkeys do not work at this address.'
  return undefined
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { showDone } = useToasts()
  const start = useCreateMemberPasskeyOptions({ skipInvalidation: true })
  const add = useCreateMemberPasskey()
  const form = useForm({
    name: 'passkey',
    empty: { name: 'This device' },
    check: ({ name }) => ({ name: required('Name is required')(name) }),
    explain,
    async send({ name }) {
      const { data: options } = await start.mutateAsync()
      await add.mutateAsync({ data: { name: trimmed(name), ...(await createPasskey(options)) } })
      onClose()
      showDone('Your passkey is ready')
    },
  })
  return (
    <FormDialog title="Add a passkey" action="Continue" form={form} onClose={onClose}>
      <p>
        Your browser will ask where to store it: on this device, your phone, a security key, or in a password manager.
        All your other sessions will be signed out.
      </p>
      <Field
        label="Passkey name"
        hint="A name to recognize it by, such as where it is stored."
        maxLength={60}
        required
        {...form.field('name')}
      />
    </FormDialog>
  )
}
