import {
  problemOf,
  type SignedChallenge,
  useCreateMemberPasskeyChallenge,
  useCreateMemberPasskeySession,
} from '@app/api-client'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { useEffect, useEffectEvent } from 'react'
import buttons from '../../components/buttons.module.css'
import { statusOf } from '../area/account-client.ts'
import { reasonOf, useAction } from '../area/use-action.ts'
import styles from './SignIn.module.css'
import { useSignedIn } from './use-signed-in.ts'
import { Fault } from '../area/Fault.tsx'

/** Gets a passkey from the browser, in its own dialog or among the suggestions of the email field, and signs in with it. */
function usePasskey() {
  const challenge = useCreateMemberPasskeyChallenge({ skipInvalidation: true })
  const session = useCreateMemberPasskeySession({ skipInvalidation: true })
  const { succeed } = useSignedIn()
  return {
    ask: async (useBrowserAutofill: boolean): Promise<SignedChallenge> => {
      const { data } = await challenge.mutateAsync()
      const { id, response } = await startAuthentication({
        optionsJSON: { challenge: data.challenge, rpId: data.relyingPartyId, userVerification: 'required' },
        useBrowserAutofill,
      })
      const { clientDataJSON: clientData, authenticatorData, signature } = response
      return { id, clientData, authenticatorData, signature }
    },
    signIn: async (data: SignedChallenge) => {
      await session.mutateAsync({ data })
      succeed()
    },
  }
}

/** The name of an error of the browser. The library keeps it, or has the browser's error as the cause. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

function failureOf(error: unknown): string | undefined {
  const name = nameOf(error)
  // Another ceremony took its place, or the visitor left.
  if (name === 'AbortError') return undefined
  if (name === 'NotAllowedError') return 'No passkey was used. Try again, or use a link.'
  if (name === 'SecurityError' || problemOf(error)?.code === 'no_shared_domain')
    return 'Passkeys do not work at this address. Use a link.'
  if (statusOf(error) === 401) return problemOf(error)?.detail
  return reasonOf(error)
}

export function PasskeySignIn() {
  const { ask, signIn } = usePasskey()
  const button = useAction(async (picked?: SignedChallenge) => signIn(picked ?? (await ask(false))))
  const askAmongSuggestions = useEffectEvent(() => ask(true))
  const actWithPicked = useEffectEvent(button.act)
  useEffect(() => {
    let isHere = true
    const suggest = async () => {
      if (!((await browserSupportsWebAuthnAutofill()) && isHere)) return
      actWithPicked(await askAmongSuggestions())
    }
    // Ignored: a visitor who has not chosen a passkey needs no error message about the suggestions.
    suggest().catch(() => {})
    return () => {
      isHere = false
      WebAuthnAbortService.cancelCeremony()
    }
  }, [])
  if (!browserSupportsWebAuthn()) return null
  const failure = button.error === undefined ? undefined : failureOf(button.error)
  return (
    <div className={styles.passkey}>
      <p className={styles.or}>
        <span>or</span>
      </p>
      <button type="button" className={buttons.secondary} aria-disabled={button.isBusy} onClick={() => button.act()}>
        Use a Passkey
      </button>
      <Fault>{failure}</Fault>
    </div>
  )
}
