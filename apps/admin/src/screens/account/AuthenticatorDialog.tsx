import { type AuthenticatorSetup, confirmAuthenticator } from '@app/api-client'
import { TextInput } from '@mantine/core'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { useRecordEdit } from '../../edit/use-record-edit.tsx'
import { reloadFactor } from './PasswordProofDialog.tsx'
import styles from './SecondFactor.module.css'

type Props = { app: AuthenticatorSetup; onCodes: (codes: string[]) => void; onClose: () => void }

/** Shows the secret of an app once, and prompts for a code from the app. */
export function AuthenticatorDialog({ app: { secret, address, qrCode }, onCodes, onClose }: Props) {
  const { form, dialog } = useRecordEdit({
    what: 'authenticator code',
    kind: 'accounts',
    valuesOf: () => ({ code: '' }),
    rules: { code: (value) => (value.trim() ? null : 'Code is required') },
    unstored: ['code'],
    send: (values) => confirmAuthenticator(values),
    create: {
      saved: 'Authenticator app set up. Your other sessions have ended.',
      failed: 'Failed to set up authenticator app',
    },
    show: reloadFactor,
    onSaved: ({ codes }) => onCodes(codes),
    onClose,
  })
  return (
    <FormDialog title="Set up an authenticator app" action="Confirm" {...dialog} isDirty={false}>
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
