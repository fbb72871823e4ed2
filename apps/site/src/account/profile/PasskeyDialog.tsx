import { type PasskeyOptions, problemOf, useCreateMemberPasskey, useCreateMemberPasskeyOptions } from '@app/api-client'
import { startRegistration } from '@simplewebauthn/browser'
import { required, trimmed } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { Field } from '../area/Field.tsx'
import { FormDialog } from '../area/FormDialog.tsx'
import { useForm } from '../area/use-form.ts'

/** The options for the browser: a discoverable passkey that is unlocked by its owner. */
const creationOf = ({ challenge, relyingParty, user, algorithms, excludedCredentials }: PasskeyOptions) => ({
  challenge,
  rp: relyingParty,
  user,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  excludeCredentials: excludedCredentials.map((id) => ({ type: 'public-key' as const, id })),
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
})

/** Errors of the browser and of the API that say nothing about what to do. */
function explain(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'This device already has a passkey for you.'
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was created. Try again when you are ready.'
  if (name === 'SecurityError' || problemOf(error)?.code === 'no_shared_domain')
    return 'Passkeys do not work at this address.'
  return undefined
}

export function PasskeyDialog({ onClose }: { onClose: () => void }) {
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
      const { id, response } = await startRegistration({ optionsJSON: creationOf(options) })
      const { clientDataJSON: clientData, attestationObject: attestation, transports = [] } = response
      await add.mutateAsync({ data: { name: trimmed(name), id, clientData, attestation, transports } })
      onClose()
      showDone('Your passkey is ready')
    },
  })
  return (
    <FormDialog title="Add a passkey" action="Continue" form={form} onClose={onClose}>
      <p>
        Your browser asks where to store it: on this device, your phone, a security key, or in a password manager. All
        your other sessions are signed out.
      </p>
      <Field
        label="Passkey name"
        hint="To recognize it by, such as where it is stored."
        maxLength={60}
        required
        value={form.values.name}
        error={form.errors['name']}
        onText={(name) => form.change({ name })}
      />
    </FormDialog>
  )
}
