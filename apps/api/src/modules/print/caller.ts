import { createHmac } from 'node:crypto'

/** The sender of a request to the print API. */
export interface PrintCaller {
  /** Undefined for a caller without a key. */
  workspaceId: string | undefined
  /** The address or network that limits apply to. It is never stored. */
  network: string
  /** Pseudonyms of the network. The first one is current; the others are accepted until a secret rotation ends. */
  networkNames: readonly string[]
}

export type KeyedCaller = PrintCaller & { workspaceId: string }

export const namedNetwork = (network: string, secrets: readonly string[]): Omit<PrintCaller, 'workspaceId'> => ({
  network,
  networkNames: secrets.map((secret) =>
    createHmac('sha256', secret).update(`print-caller ${network}`).digest('base64url'),
  ),
})

/** The network's name in rows. */
export const networkName = ({ networkNames: [name = ''] }: Pick<PrintCaller, 'networkNames'>): string => name

/** The namespaces of a caller's Idempotency-Keys: its workspace, or each name of its network. */
export const keyOwners = ({ workspaceId, networkNames }: PrintCaller): readonly string[] =>
  workspaceId === undefined ? networkNames : [workspaceId]
