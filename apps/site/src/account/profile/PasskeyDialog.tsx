import { problemOf, useCreateMemberPasskey, useCreateMemberPasskeyOptions } from '@app/api-client'
import { createPasskey } from '@app/ui/create-passkey'
import { required, trimmed } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { Field } from '../../forms/Field.tsx'
import { FormDialog } from '../area/FormDialog.tsx'
import { useForm } from '../area/use-form.ts'

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
        value={form.values.name}
        error={form.errors['name']}
        onText={(name) => form.change({ name })}
      />
    </FormDialog>
  )
}
