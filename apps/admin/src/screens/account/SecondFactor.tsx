import {
  getListOwnSignInsQueryKey,
  type Passkey,
  type SecondFactor as State,
  useGetOwnSecondFactor,
  useDeleteAuthenticator,
  useDeletePasskey,
  useCreateRecoveryCodes,
} from '@app/api-client'
import { brand } from '@app/brand'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from '../../components/Notices.tsx'
import { showSaved } from '../../components/toasts.tsx'
import { Instant, LastTime } from '../../components/Instant.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import rows from '../../list/Rows.module.css'
import account from './AccountScreen.module.css'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'
import styles from './SecondFactor.module.css'

type Props = {
  email: string
  /** Called once a second factor is set up and its recovery codes were shown. */
  onAdded?: () => void
}

type Dialog = 'set-up' | 'remove' | 'codes' | 'passkey' | Passkey

/** The ways to confirm a sign-in after the password: an authenticator app, passkeys, and recovery codes. */
export function SecondFactor({ email, onAdded }: Props) {
  const queryClient = useQueryClient()
  const factor = useGetOwnSecondFactor()
  const [dialog, setDialog] = useState<Dialog>()
  // The codes are shown once, so they are only kept here.
  const [codes, setCodes] = useState<string[]>()
  const close = () => setDialog(undefined)
  const state = factor.data?.data
  const finish = (message: string, fresh: string[]) => {
    close()
    showSaved(message)
    void queryClient.invalidateQueries({ queryKey: getListOwnSignInsQueryKey() })
    if (fresh.length > 0) setCodes(fresh)
    else onAdded?.()
  }

  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor" className={account.heading}>
        Second factor
      </h2>
      <p className={account.quiet}>
        With a second factor, your password alone is not enough to sign in: you also need a code from your phone or a
        passkey.
      </p>
      <ErrorNotice title="Your second factor could not be loaded" query={factor} />
      {factor.isPending && <Skeleton height={96} radius="md" role="status" aria-label="Loading" />}
      {state && <Factors state={state} onAsk={setDialog} />}
      {dialog === 'set-up' && (
        <AuthenticatorDialog
          email={email}
          onDone={(fresh) => finish('Authenticator app set up. Your other sessions have ended.', fresh)}
          onClose={close}
        />
      )}
      {dialog === 'passkey' && (
        <PasskeyDialog
          email={email}
          onDone={(fresh) => finish('Passkey added. Your other sessions have ended.', fresh)}
          onClose={close}
        />
      )}
      {dialog && dialog !== 'set-up' && dialog !== 'passkey' && (
        <ProofDialog dialog={dialog} email={email} onCodes={setCodes} onClose={close} />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined)
            onAdded?.()
          }}
        />
      )}
    </section>
  )
}

/** If a second factor is required, the last one can be replaced but not removed. */
const canRemove = ({ isRequired, authenticatorAddedAt, passkeys }: State) =>
  !isRequired || (authenticatorAddedAt ? 1 : 0) + passkeys.length > 1

type RowProps = { name: ReactNode; label?: string; note: ReactNode; children?: ReactNode }

const Row = ({ name, label, note, children }: RowProps) => (
  <li className={`${rows.row} ${styles.row}`} aria-label={label}>
    <div>
      <p className={styles.name}>{name}</p>
      <p className={rows.quiet}>{note}</p>
    </div>
    <div className={rows.actions}>{children}</div>
  </li>
)

type AskProps = { state: State; onAsk: (dialog: Dialog) => void }

function Factors({ state, onAsk }: AskProps) {
  const { authenticatorAddedAt, passkeys, recoveryCodesLeft: left } = state
  const button = (text: string, dialog: Dialog, isFilled = false, label = text) => (
    <Button
      size="compact-sm"
      variant={isFilled ? 'filled' : 'default'}
      aria-label={label}
      onClick={() => onAsk(dialog)}
    >
      {text}
    </Button>
  )
  return (
    <ul className={rows.rows} aria-label="Second factor">
      <Row name="Authenticator app" note={<LastTime text="Set up" at={authenticatorAddedAt} never="Not set up" />}>
        {button(authenticatorAddedAt ? 'Replace app' : 'Set up app', 'set-up', !authenticatorAddedAt)}
        {authenticatorAddedAt && canRemove(state) && button('Remove app', 'remove')}
      </Row>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          label={passkey.name}
          name={
            <>
              Passkey <span dir="auto">{passkey.name}</span>
            </>
          }
          note={
            <>
              Added <Instant at={passkey.createdAt} />
              <LastTime text=", last used" at={passkey.lastUsedAt} never="" />
            </>
          }
        >
          {canRemove(state) && button('Remove passkey', passkey, false, `Remove passkey ${passkey.name}`)}
        </Row>
      ))}
      <Row name="Passkeys" note="Sign in with your fingerprint, face, or device PIN instead of a password and a code.">
        {button('Add passkey', 'passkey')}
      </Row>
      {(authenticatorAddedAt || passkeys.length > 0) && (
        <Row
          name="Recovery codes"
          note={`${left === 1 ? '1 code is left' : `${left} codes are left`}. Each works once, for when you don’t have your phone.`}
        >
          {button('New recovery codes', 'codes', left < 3)}
        </Row>
      )}
    </ul>
  )
}

type ProofProps = {
  dialog: 'remove' | 'codes' | Passkey
  email: string
  onCodes: (codes: string[]) => void
  onClose: () => void
}

/** Removes a factor, or replaces the recovery codes, with the password. */
function ProofDialog({ dialog, email, onCodes, onClose }: ProofProps) {
  const removeApp = useDeleteAuthenticator()
  const removePasskey = useDeletePasskey()
  const replaceCodes = useCreateRecoveryCodes()
  const common = { email, onClose }
  if (dialog === 'codes') {
    return (
      <PasswordProofDialog
        {...common}
        title="New recovery codes"
        action="Create new codes"
        failure="Failed to create recovery codes"
        onProof={async (data) => {
          const { data: made } = await replaceCodes.mutateAsync({ data })
          onClose()
          onCodes(made.codes)
        }}
      >
        Your existing codes stop working.
      </PasswordProofDialog>
    )
  }
  const what = dialog === 'remove' ? 'authenticator app' : 'passkey'
  return (
    <PasswordProofDialog
      {...common}
      title={`Remove ${what}`}
      action="Remove"
      failure={`Failed to remove ${what}`}
      onProof={async (data) => {
        await (dialog === 'remove'
          ? removeApp.mutateAsync({ data })
          : removePasskey.mutateAsync({ id: dialog.id, data }))
        showSaved(dialog === 'remove' ? 'Authenticator app removed' : 'Passkey removed')
        onClose()
      }}
    >
      {dialog === 'remove' ? (
        'You can then sign in with your password alone. Your recovery codes stop working.'
      ) : (
        <>
          <strong dir="auto">{dialog.name}</strong> can no longer be used to sign in. Delete it from your device too, or
          the device will keep offering it.
        </>
      )}
    </PasswordProofDialog>
  )
}

/** Shows recovery codes once. Closing the dialog before they are saved requires confirmation. */
const RecoveryCodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => (
  <ShownOnceDialog
    title="Recovery codes"
    label="Recovery codes"
    value={{
      list: codes,
      file: 'recovery-codes.txt',
      text: `Recovery codes of ${brand.productName}\n\n${codes.join('\n')}\n`,
    }}
    copy="Copy codes"
    question="Close without saving the codes?"
    loss="The codes can’t be shown again. You can create new ones later."
    onClose={onClose}
  >
    Store them somewhere you can reach without your phone. Each one works once, together with your password.
  </ShownOnceDialog>
)
