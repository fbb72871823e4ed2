import { createHmac } from 'node:crypto'

/** The sender of a request to the print API. */
export interface PrintCaller {
  /** Undefined for a caller without a key. */
  workspaceId: string | undefined
  /** The address or network that limits count. It is never stored. */
  network: string
  /** Names of the network that do not reveal it. The first one is used now, the others until a rotation of secrets ends. */
  networkNames: readonly string[]
}

export type KeyedCaller = PrintCaller & { workspaceId: string }

export const namedNetwork = (network: string, secrets: readonly string[]): Omit<PrintCaller, 'workspaceId'> => ({
  network,
  networkNames: secrets.map((secret) =>
    createHmac('sha256', secret).update(`print-caller ${network}`).digest('base64url'),
  ),
})

/** The name of the network in rows. */
export const networkName = ({ networkNames: [name = ''] }: Pick<PrintCaller, 'networkNames'>): string => name

/** The namespaces of a caller's Idempotency-Keys: its workspace, or each name of its network. */
export const keyOwners = ({ workspaceId, networkNames }: PrintCaller): readonly string[] =>
  workspaceId === undefined ? networkNames : [workspaceId]
