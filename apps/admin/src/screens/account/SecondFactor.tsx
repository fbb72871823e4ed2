import {
  getListOwnSignInsQueryKey,
  type Passkey,
  type SecondFactor as State,
  useGetOwnSecondFactor,
  useDeleteAuthenticator,
  useDeletePasskey,
  useCreateRecoveryCodes,
} from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { showSaved } from '../../components/toasts.tsx'
import { Instant } from '../../components/Instant.tsx'
import rows from '../../list/Rows.module.css'
import account from './AccountScreen.module.css'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
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
      {state && (
        <ul className={rows.rows} aria-label="Second factor">
          <Authenticator state={state} onAsk={setDialog} />
          {state.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} canRemove={canRemove(state)} onAsk={setDialog} />
          ))}
          <AddPasskeyRow onAsk={setDialog} />
          {(state.authenticatorAddedAt || state.passkeys.length > 0) && (
            <Codes left={state.recoveryCodesLeft} onAsk={setDialog} />
          )}
        </ul>
      )}
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
      {typeof dialog === 'object' && <RemovePasskeyDialog passkey={dialog} email={email} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog email={email} onClose={close} />}
      {dialog === 'codes' && <NewCodesDialog email={email} onCodes={setCodes} onClose={close} />}
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

type AskProps = { onAsk: (dialog: Dialog) => void }

function Authenticator({ state, onAsk }: AskProps & { state: State }) {
  const { authenticatorAddedAt } = state
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <div>
        <p className={styles.name}>Authenticator app</p>
        <p className={rows.quiet}>
          {authenticatorAddedAt ? (
            <>
              Set up <Instant at={authenticatorAddedAt} />
            </>
          ) : (
            'Not set up'
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="compact-sm" variant={authenticatorAddedAt ? 'default' : 'filled'} onClick={() => onAsk('set-up')}>
          {authenticatorAddedAt ? 'Replace app' : 'Set up app'}
        </Button>
        {authenticatorAddedAt && canRemove(state) && (
          <Button size="compact-sm" variant="default" onClick={() => onAsk('remove')}>
            Remove app
          </Button>
        )}
      </div>
    </li>
  )
}

type PasskeyProps = AskProps & { passkey: Passkey; canRemove: boolean }

function PasskeyRow({ passkey, canRemove: hasOthers, onAsk }: PasskeyProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className={`${rows.row} ${styles.row}`} aria-label={name}>
      <div>
        <p className={styles.name}>
          Passkey <span dir="auto">{name}</span>
        </p>
        <p className={rows.quiet}>
          Added <Instant at={createdAt} />
          {lastUsedAt && (
            <>
              , last used <Instant at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      {hasOthers && (
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remove passkey ${name}`}
            onClick={() => onAsk(passkey)}
          >
            Remove passkey
          </Button>
        </div>
      )}
    </li>
  )
}

const AddPasskeyRow = ({ onAsk }: AskProps) => (
  <li className={`${rows.row} ${styles.row}`}>
    <div>
      <p className={styles.name}>Passkeys</p>
      <p className={rows.quiet}>Sign in with your fingerprint, face, or device PIN instead of a password and a code.</p>
    </div>
    <div className={styles.actions}>
      <Button size="compact-sm" variant="default" onClick={() => onAsk('passkey')}>
        Add passkey
      </Button>
    </div>
  </li>
)

function Codes({ left, onAsk }: AskProps & { left: number }) {
  return (
    <li className={`${rows.row} ${styles.row}`}>
      <div>
        <p className={styles.name}>Recovery codes</p>
        <p className={rows.quiet}>
          {left === 1 ? '1 code is left' : `${left} codes are left`}. Each works once, for when you don’t have your
          phone.
        </p>
      </div>
      <div className={styles.actions}>
        <Button size="compact-sm" variant={left < 3 ? 'filled' : 'default'} onClick={() => onAsk('codes')}>
          New recovery codes
        </Button>
      </div>
    </li>
  )
}

type DialogProps = { email: string; onClose: () => void }

function RemoveDialog({ email, onClose }: DialogProps) {
  const remove = useDeleteAuthenticator()
  return (
    <PasswordProofDialog
      title="Remove authenticator app"
      action="Remove"
      failure="Failed to remove authenticator app"
      email={email}
      onProof={async (data) => {
        await remove.mutateAsync({ data })
        showSaved('Authenticator app removed')
        onClose()
      }}
      onClose={onClose}
    >
      You can then sign in with your password alone. Your recovery codes stop working.
    </PasswordProofDialog>
  )
}

function RemovePasskeyDialog({ passkey: { id, name }, email, onClose }: DialogProps & { passkey: Passkey }) {
  const remove = useDeletePasskey()
  return (
    <PasswordProofDialog
      title="Remove passkey"
      action="Remove"
      failure="Failed to remove passkey"
      email={email}
      onProof={async (data) => {
        await remove.mutateAsync({ id, data })
        showSaved('Passkey removed')
        onClose()
      }}
      onClose={onClose}
    >
      <strong dir="auto">{name}</strong> can no longer be used to sign in. Delete it from your device too, or the device
      will keep offering it.
    </PasswordProofDialog>
  )
}

function NewCodesDialog({ email, onCodes, onClose }: DialogProps & { onCodes: (codes: string[]) => void }) {
  const replace = useCreateRecoveryCodes()
  return (
    <PasswordProofDialog
      title="New recovery codes"
      action="Create new codes"
      failure="Failed to create recovery codes"
      email={email}
      onProof={async (data) => {
        const { data: made } = await replace.mutateAsync({ data })
        onClose()
        onCodes(made.codes)
      }}
      onClose={onClose}
    >
      Your existing codes stop working.
    </PasswordProofDialog>
  )
}
