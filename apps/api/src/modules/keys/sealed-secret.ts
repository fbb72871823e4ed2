import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Derives a key used only for sealing: the secret itself signs cookies. */
const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'authenticator secret', 32))

/**
 * Seals bytes for one owner, such as an account, so they are useless in another owner's row. Uses the first secret, as
 * cookies do.
 */
export function seal([secret = '']: readonly string[], owner: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(secret), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([sealing.update(plain), sealing.final()])
  return Buffer.concat([iv, sealing.getAuthTag(), sealed])
}

function openWith(secret: string, owner: string, sealed: Uint8Array): Buffer | undefined {
  const opening = createDecipheriv(cipher, keyOf(secret), sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()])
  } catch {
    return undefined
  }
}

/** Undefined when none of our secrets sealed it. `isCurrent` is true when the first one did. */
export function unseal(
  secrets: readonly string[],
  owner: string,
  sealed: Uint8Array,
): { plain: Buffer; isCurrent: boolean } | undefined {
  for (const [index, secret] of secrets.entries()) {
    const plain = openWith(secret, owner, sealed)
    if (plain) return { plain, isCurrent: index === 0 }
  }
  return undefined
}
