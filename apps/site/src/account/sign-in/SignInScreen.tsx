import { useAnnouncements } from '@app/ui/session-channel'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useAddress } from '../area/address.ts'
import { accountClient } from '../area/account-client.ts'
import { memberChannel } from '../area/member.ts'
import { CheckEmail } from './CheckEmail.tsx'
import { LinkSignIn } from './LinkSignIn.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignIn.module.css'
import { useSignedIn } from './use-signed-in.ts'

const tokenPattern = /^#token=([\w-]{43})$/

/** The notice if the session ended while the member was using the area. */
function endedText(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('hasUnsaved' in state)) return undefined
  return state.hasUnsaved === true
    ? 'Your session has ended. Sign in again to continue: what you typed is still here.'
    : 'Your session has ended. Sign in again to continue.'
}

/** Signing in with a link or a passkey. The address says how far the visitor has come. */
export function SignInScreen() {
  const { hash, state } = useLocation()
  const { params } = useAddress()
  const { proceed } = useSignedIn()
  const ended = endedText(state)
  const token = tokenPattern.exec(hash)?.[1]
  // Nothing of an earlier session stays in memory.
  useEffect(() => accountClient.clear(), [])
  useAnnouncements(
    memberChannel,
    useCallback((message) => message === 'signed in' && proceed(), [proceed]),
  )
  return (
    <div className={styles.box}>
      {ended && (
        <p role="status" className={styles.ended}>
          {ended}
        </p>
      )}
      {token !== undefined && <LinkSignIn key={token} token={token} />}
      {token === undefined && (params.has('sent') ? <CheckEmail /> : <SignInForm />)}
    </div>
  )
}
