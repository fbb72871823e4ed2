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

/** The details, when the action alone is not enough. */
interface Changed {
  before?: Values
  after?: Values
}

type Recorder<Action> = (
  transaction: EntityManager,
  actor: Actor,
  action: Action,
  subject: Subject,
  changed?: Changed,
) => Promise<void>

/** Appends an event to the history and publishes it, in the caller's transaction. */
const recorderOf =
  (recordType: 'account' | 'invitation'): Recorder<string> =>
  async (transaction, actor, action, { id: recordId, name: recordName }, changed = {}) => {
    await appendEvent(transaction, actor, 'accounts', { recordType, recordId, recordName, action, ...changed })
  }

export const recordAccountEvent: Recorder<AccountAction> = recorderOf('account')
export const recordInvitationEvent: Recorder<'invite' | 'renew' | 'revoke'> = recorderOf('invitation')
