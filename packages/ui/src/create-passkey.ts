import { startRegistration } from '@simplewebauthn/browser'

/** The API's options for a new passkey. */
interface Options {
  challenge: string
  relyingParty: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  algorithms: number[]
  excludedCredentials: string[]
}

const isPublicKey = { type: 'public-key' as const }

/**
 * Opens the browser's dialog for a discoverable passkey that is unlocked by its owner.
 * @returns the credential, which the API checks and stores
 * @throws {Error} of the browser, named InvalidStateError, NotAllowedError, or SecurityError among others
 */
export async function createPasskey({ challenge, relyingParty, user, algorithms, excludedCredentials }: Options) {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: relyingParty,
      user,
      pubKeyCredParams: algorithms.map((alg) => ({ ...isPublicKey, alg })),
      excludeCredentials: excludedCredentials.map((one) => ({ ...isPublicKey, id: one })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  })
  const { clientDataJSON: clientData, attestationObject: attestation, transports = [] } = response
  return { id, clientData, attestation, transports }
}
