import { createPasskey, createPasskeyOptions } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { createPasskey as askBrowser } from '@app/ui/create-passkey'
import { useState } from 'react'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'

type Props = { email: string; onCodes: (codes: string[]) => void; onClose: () => void }

const refusals: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created. Try again when you are ready.',
  SecurityError: `Passkeys do not work at ${location.hostname}. Use the domain name, for example localhost instead of 127.0.0.1.`,
}

function refusalOf(error: Error): string | undefined {
  return refusals[error.name] ?? (error instanceof DOMException ? 'The browser didn’t create a passkey.' : undefined)
}

/** Prompts for the password, then starts the browser's own dialog. */
export function PasskeyDialog({ email, onCodes, onClose }: Props) {
  const [name, setName] = useState('This device')
  return (
    <PasswordProofDialog
      title="Add a passkey"
      action="Continue"
      saved="Passkey added. Your other sessions have ended."
      failed="Failed to add passkey"
      refusal={refusalOf}
      email={email}
      send={async (proof) => {
        const { data: options } = await createPasskeyOptions(proof)
        return createPasskey({ name: name.trim() || 'This device', ...(await askBrowser(options)) })
      }}
      onSaved={({ codes }) => onCodes(codes)}
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
