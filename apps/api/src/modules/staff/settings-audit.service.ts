import { randomUUIDv7 } from 'node:crypto'
import { type FieldChange, type Input, SettingsAuditEntry } from '@app/contract'
import { columnsOf, selection } from '../../db/columns.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { announceChange } from '../../db/live-channel.ts'
import { type EntityManager, tables } from '../database.ts'
import { SettingsAuditEntity } from './staff.entity.ts'

/** Who makes a change: a member of staff, or an operator without an account. */
export interface Actor {
  id: string | null
  name: string
}

export const commandLine: Actor = { id: null, name: 'Command line' }

type SettingsAction =
  | 'invite'
  | 'renew'
  | 'revoke'
  | 'accept'
  | 'create'
  | 'role'
  | 'disable'
  | 'enable'
  | 'reset'
  | 'password'
  | 'crm_pause'
  | 'crm_resume'
  | 'sandbox_key_revoke'
  | 'desk_settings'
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

interface Entry {
  /** Whom it is about; without an id while there is no account. */
  person?: { id: string | null; name: string }
  changes?: FieldChange[]
}

/** Writes down a change, in the transaction of the change, and tells it to the other screens. */
export async function addSettingsEntry(
  em: EntityManager,
  actor: Actor,
  action: SettingsAction,
  { person, changes = [] }: Entry = {},
): Promise<void> {
  const id = randomUUIDv7()
  await tables(em)
    .insertInto('settings_audit')
    .values({
      id,
      action,
      actorAccount: actor.id,
      actor: actor.name,
      personAccount: person?.id ?? null,
      person: person?.name ?? null,
      changes,
    })
    .execute()
  await announceChange(em, 'accounts', [{ id }])
}

const { actorAccount, personAccount, changes: changesColumn } = columnsOf(SettingsAuditEntity)
const listed = selection(SettingsAuditEntity, SettingsAuditEntry, {
  actorId: actorAccount,
  personId: personAccount,
  changes: changesColumn,
})

/** One page of changes, newest first. */
export function listSettingsAudit(
  em: EntityManager,
  { limit, cursor }: Input<'listSettingsAudit'>['query'],
): Promise<Page<SettingsAuditEntry>> {
  return keysetPage(em, { entity: SettingsAuditEntity, selection: listed, where: [], limit, cursor })
}
