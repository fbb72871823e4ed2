import { createHmac } from 'node:crypto'

/** The sender of a request to the print API. */
export interface PrintCaller {
  /** Undefined for a caller without a key. */
  keyId: string | undefined
  /** The address or network that limits count. It is never stored. */
  network: string
  /** Names of the network that do not reveal it. The first one is used now, the others until a rotation of secrets ends. */
  networkNames: readonly string[]
}

/** One with a key. */
export type KeyedCaller = PrintCaller & { keyId: string }

export const printCaller = <KeyId extends string | undefined>(
  keyId: KeyId,
  network: string,
  secrets: readonly string[],
): PrintCaller & { keyId: KeyId } => ({
  keyId,
  network,
  networkNames: secrets.map((secret) =>
    createHmac('sha256', secret).update(`print-caller ${network}`).digest('base64url'),
  ),
})

/** The name of the network in rows. */
export const networkName = ({ networkNames: [name = ''] }: PrintCaller): string => name

/** Whose Idempotency-Keys are one set: those of a key, or of a network without one, by each of its names. */
export const keyOwners = ({ keyId, networkNames }: PrintCaller): readonly string[] =>
  keyId === undefined ? networkNames : [keyId]
