import { appendEvent } from '../changes/append-changes.ts'
import type { Actor } from '../changes/record-type.ts'
import type { Values } from '../../entities/values.ts'
import type { EntityManager } from '../../entities/database.ts'

export const commandLine: Actor = { id: null, name: 'Command line' }

type AccountAction =
  | 'accept'
  | 'create'
  | 'role'
  | 'disable'
  | 'enable'
  | 'reset'
  | 'password'
  | 'authenticator'
  | 'authenticator_remove'
  | 'recovery_codes'
  | 'second_factor_reset'
  | 'passkey'
  | 'passkey_remove'
  | 'session_end'
  | 'sessions_end'
  | 'token_create'
  | 'token_revoke'

interface Subject {
  id: string
  name: string
}

/** The details, where the action alone is not enough. */
interface Changed {
  before?: Values
  after?: Values
}

/** Appends an event of an account to the history and publishes it, in the transaction of what happened. */
export async function recordAccountEvent(
  transaction: EntityManager,
  actor: Actor,
  action: AccountAction,
  { id: recordId, name: recordName }: Subject,
  changed: Changed = {},
): Promise<void> {
  await appendEvent(transaction, actor, 'accounts', { recordType: 'account', recordId, recordName, action, ...changed })
}

/** The same for an invitation. */
export async function recordInvitationEvent(
  transaction: EntityManager,
  actor: Actor,
  action: 'invite' | 'renew' | 'revoke',
  { id: recordId, name: recordName }: Subject,
  changed: Changed = {},
): Promise<void> {
  const event = { recordType: 'invitation', recordId, recordName, action, ...changed }
  await appendEvent(transaction, actor, 'accounts', event)
}
