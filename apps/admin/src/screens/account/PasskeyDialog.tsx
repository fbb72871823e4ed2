import { type PasswordConfirmation, useCreatePasskey, useCreatePasskeyOptions } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { createPasskey } from '@app/ui/create-passkey'
import { useState } from 'react'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'

type Props = { email: string; onDone: (codes: string[]) => void; onClose: () => void }

const refusals: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created. Try again when you are ready.',
  SecurityError: `Passkeys do not work at ${location.hostname}. Use the domain name, for example localhost instead of 127.0.0.1.`,
}

/** Prompts for the password, then starts the browser's own dialog. */
export function PasskeyDialog({ email, onDone, onClose }: Props) {
  const start = useCreatePasskeyOptions()
  const add = useCreatePasskey()
  const [name, setName] = useState('This device')
  const make = async (proof: PasswordConfirmation) => {
    const { data: options } = await start.mutateAsync({ data: proof })
    const made = await createPasskey(options)
    const { data } = await add.mutateAsync({ data: { name: name.trim() || 'This device', ...made } })
    onDone(data.codes)
  }
  return (
    <PasswordProofDialog
      title="Add a passkey"
      action="Continue"
      failure="Failed to add passkey"
      explain={(error) => refusals[error.name]}
      email={email}
      onProof={make}
      onClose={onClose}
      more={
        <TextInput
          label="Passkey name"
          description="A name to recognize it by, such as where it is stored."
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      }
    >
      Your browser asks where to store it: on this device, your phone, a security key, or in a password manager.
    </PasswordProofDialog>
  )
}
