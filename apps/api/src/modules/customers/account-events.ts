import { appendEvent } from '../changes/append-changes.ts'
import type { Actor } from '../changes/record-type.ts'
import type { Values } from '../../entities/values.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { accountRecord } from './account-record.ts'

type AccountAction =
  | 'member_invite'
  | 'member_resend'
  | 'member_remove'
  | 'key_create'
  | 'key_update'
  | 'key_rotate'
  | 'key_revoke'
  | 'webhook_create'
  | 'webhook_update'
  | 'webhook_rotate_secret'
  | 'webhook_delete'
  | 'passkey'
  | 'passkey_remove'

/** A member as actor in their account's history, distinct from staff. */
export const memberActor = ({ id, name }: { id: string; name: string }): Actor => ({
  id,
  name: `${name.slice(0, 190)} (member)`,
})

/** A customer's program as actor. */
export const keyActor = (prefix: string): Actor => ({ id: null, name: `API key ${prefix}` })

/** Appends an event to an account's history and publishes it, in the caller's transaction. */
export async function recordAccountEvent(
  transaction: EntityManager,
  actor: Actor,
  accountId: string,
  action: AccountAction,
  changed: { before?: Values; after?: Values },
): Promise<void> {
  const { name } = await tables(transaction)
    .selectFrom('customer_account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const event = { recordType: accountRecord.name, recordId: accountId, recordName: name, action, ...changed }
  await appendEvent(transaction, actor, accountRecord.live, event)
}
