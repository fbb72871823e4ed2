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
import { reasonOf, useAction } from '../../forms/use-action.ts'
import styles from './SignIn.module.css'
import { useSignedIn } from './use-signed-in.ts'
import { Fault } from '../../forms/Fault.tsx'

function failureOf(error: unknown): string | undefined {
  // The library keeps the name of the browser's error.
  const name = error instanceof Error ? error.name : ''
  // Another ceremony replaced this one, or the visitor left.
  if (name === 'AbortError') return undefined
  if (name === 'NotAllowedError') return 'No passkey was used. Try again, or use a link.'
  if (name === 'SecurityError' || problemOf(error)?.code === 'no_shared_domain')
    return 'Passkeys do not work at this address. Use a link.'
  if (statusOf(error) === 401) return problemOf(error)?.detail
  return reasonOf(error)
}

/** Signs in with a passkey, from the browser's own dialog or among the suggestions of the email field. */
export function PasskeySignIn() {
  const challenge = useCreateMemberPasskeyChallenge({ skipInvalidation: true })
  const session = useCreateMemberPasskeySession({ skipInvalidation: true })
  const { succeed } = useSignedIn()
  const ask = async (useBrowserAutofill: boolean): Promise<SignedChallenge> => {
    const { data } = await challenge.mutateAsync()
    const { id, response } = await startAuthentication({
      optionsJSON: { challenge: data.challenge, rpId: data.relyingPartyId, userVerification: 'required' },
      useBrowserAutofill,
    })
    const { clientDataJSON: clientData, authenticatorData, signature } = response
    return { id, clientData, authenticatorData, signature }
  }
  const button = useAction(async (picked?: SignedChallenge) => {
    await session.mutateAsync({ data: picked ?? (await ask(false)) })
    succeed()
  })
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
