import {
  type AuthenticatorSetup,
  createAuthenticator,
  createRecoveryCodes,
  deleteAuthenticator,
  deletePasskey,
  type Passkey,
  type SecondFactor as State,
  useGetOwnSecondFactor,
} from '@app/api-client'
import { brand } from '@app/brand'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LastTime, Stamp } from '../../components/Instant.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { ShownOnceDialog } from '../../components/ShownOnceDialog.tsx'
import { Cell, Row } from '../../list/Row.tsx'
import rows from '../../list/Rows.module.css'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { PasswordProofDialog } from './PasswordProofDialog.tsx'

type Props = {
  email: string
  /** Called once a second factor is set up and its recovery codes were shown. */
  onAdded?: () => void
}

/** An `AuthenticatorSetup` is to be confirmed, and a `Passkey` is to be removed. */
type Dialog = 'set-up' | 'remove' | 'codes' | 'passkey' | AuthenticatorSetup | Passkey

/** The ways to confirm a sign-in after the password: an authenticator app, passkeys, and recovery codes. */
export function SecondFactor({ email, onAdded }: Props) {
  const factor = useGetOwnSecondFactor()
  const [dialog, setDialog] = useState<Dialog>()
  // The codes are shown once, so they are only kept here.
  const [codes, setCodes] = useState<string[]>()

  return (
    <Section
      title="Second factor"
      note="With a second factor, your password alone is not enough to sign in: you also need a code from your phone or a passkey."
    >
      <Loaded query={factor} failure="Your second factor could not be loaded" height={96}>
        {(state) => <Factors state={state} onAsk={setDialog} />}
      </Loaded>
      {dialog && (
        <FactorDialog
          dialog={dialog}
          email={email}
          onApp={setDialog}
          onCodes={(fresh) => (fresh.length > 0 ? setCodes(fresh) : onAdded?.())}
          onClose={() => setDialog(undefined)}
        />
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
    </Section>
  )
}

/** If a second factor is required, the last one can be replaced but not removed. */
const canRemove = ({ isRequired, authenticatorAddedAt, passkeys }: State) =>
  !isRequired || (authenticatorAddedAt ? 1 : 0) + passkeys.length > 1

type AskProps = { state: State; onAsk: (dialog: Dialog) => void }

const columns = '3fr 2fr'

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
      <Row columns={columns}>
        <Cell name="Authenticator app" note={<LastTime text="Set up" at={authenticatorAddedAt} never="Not set up" />} />
        <div className={rows.actions}>
          {button(authenticatorAddedAt ? 'Replace app' : 'Set up app', 'set-up', !authenticatorAddedAt)}
          {authenticatorAddedAt && canRemove(state) && button('Remove app', 'remove')}
        </div>
      </Row>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} label={passkey.name} columns={columns}>
          <Cell
            name={`Passkey ${passkey.name}`}
            note={
              <>
                <Stamp text="Added" at={passkey.createdAt} />
                <LastTime text=", last used" at={passkey.lastUsedAt} never="" />
              </>
            }
          />
          <div className={rows.actions}>
            {canRemove(state) && button('Remove passkey', passkey, false, `Remove passkey ${passkey.name}`)}
          </div>
        </Row>
      ))}
      <Row columns={columns}>
        <Cell
          name="Passkeys"
          note="Sign in with your fingerprint, face, or device PIN instead of a password and a code."
        />
        <div className={rows.actions}>{button('Add passkey', 'passkey')}</div>
      </Row>
      {(authenticatorAddedAt || passkeys.length > 0) && (
        <Row columns={columns}>
          <Cell
            name="Recovery codes"
            note={`${left === 1 ? '1 code is left' : `${left} codes are left`}. Each works once, for when you don’t have your phone.`}
          />
          <div className={rows.actions}>{button('New recovery codes', 'codes', left < 3)}</div>
        </Row>
      )}
    </ul>
  )
}

type DialogProps = {
  dialog: Dialog
  email: string
  /** Called when the password is correct and the app needs to be confirmed. */
  onApp: (app: AuthenticatorSetup) => void
  onCodes: (codes: string[]) => void
  onClose: () => void
}

function FactorDialog({ dialog, email, onApp, onCodes, onClose }: DialogProps) {
  const common = { email, onClose }
  if (dialog === 'passkey') return <PasskeyDialog {...common} onCodes={onCodes} />
  if (dialog === 'set-up') {
    return (
      <PasswordProofDialog
        {...common}
        title="Set up an authenticator app"
        action="Continue"
        failed="Failed to set up authenticator app"
        send={(proof) => createAuthenticator(proof)}
        onSaved={onApp}
      >
        Have an authenticator app ready, such as the one in your password manager or on your phone.
      </PasswordProofDialog>
    )
  }
  if (dialog === 'codes') {
    return (
      <PasswordProofDialog
        {...common}
        title="New recovery codes"
        action="Create new codes"
        failed="Failed to create recovery codes"
        send={(proof) => createRecoveryCodes(proof)}
        onSaved={({ codes }) => onCodes(codes)}
      >
        Your existing codes stop working.
      </PasswordProofDialog>
    )
  }
  if (dialog === 'remove') {
    return (
      <PasswordProofDialog
        {...common}
        title="Remove authenticator app"
        action="Remove"
        saved="Authenticator app removed"
        failed="Failed to remove authenticator app"
        send={(proof) => deleteAuthenticator(proof)}
      >
        You can then sign in with your password alone. Your recovery codes stop working.
      </PasswordProofDialog>
    )
  }
  if ('secret' in dialog) return <AuthenticatorDialog app={dialog} onCodes={onCodes} onClose={onClose} />
  return (
    <PasswordProofDialog
      {...common}
      title="Remove passkey"
      action="Remove"
      saved="Passkey removed"
      failed="Failed to remove passkey"
      send={(proof) => deletePasskey(dialog.id, proof)}
    >
      <strong dir="auto">{dialog.name}</strong> can no longer be used to sign in. Delete it from your device too, or the
      device will keep offering it.
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
