import { type AuthenticatorSetup, useConfirmAuthenticator, useCreateAuthenticator } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { showRefusal } from '../../components/toasts.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'
import styles from './SecondFactor.module.css'

type Props = { email: string; onDone: (codes: string[]) => void; onClose: () => void }

/** Prompts for the password, then for a code from the app. The secret is only kept in this component, and shown once. */
export function AuthenticatorDialog({ email, onDone, onClose }: Props) {
  const start = useCreateAuthenticator()
  const [app, setApp] = useState<AuthenticatorSetup>()
  if (app) return <ConfirmDialog app={app} onDone={onDone} onClose={onClose} />
  return (
    <PasswordProofDialog
      title="Set up an authenticator app"
      action="Continue"
      failure="Failed to set up authenticator app"
      email={email}
      onProof={async (data) => setApp((await start.mutateAsync({ data })).data)}
      onClose={onClose}
    >
      Have an authenticator app ready, such as the one in your password manager or on your phone.
    </PasswordProofDialog>
  )
}

function ConfirmDialog({
  app: { secret, address, qrCode },
  onDone,
  onClose,
}: Omit<Props, 'email'> & { app: AuthenticatorSetup }) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() ? null : 'Code is required') },
  })
  const write = useOneAtATime(true)
  const confirm = useConfirmAuthenticator({
    mutation: {
      onSuccess: ({ data }) => onDone(data.codes),
      onError(error) {
        showRefusal(error, 'Failed to set up authenticator app', { form })
      },
    },
  })
  return (
    <FormDialog
      title="Set up an authenticator app"
      action="Confirm"
      isDirty={false}
      isSaving={confirm.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((data) => write(() => confirm.mutateAsync({ data })))}
    >
      <div className={styles.setUp}>
        <div className={styles.code}>
          <svg viewBox={`0 0 ${qrCode.size} ${qrCode.size}`} role="img" aria-label="QR code for the app">
            <path d={qrCode.path} shapeRendering="crispEdges" />
          </svg>
        </div>
        <ol className={styles.steps}>
          <li>Scan the code with the app.</li>
          <li>
            Without a camera, <a href={address}>open the app on this device</a>, or type this key into it:
            <code className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </li>
          <li>Enter the six digits that the app shows.</li>
        </ol>
      </div>
      <TextInput
        label="Code"
        required
        maxLength={20}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}
