import { randomUUIDv7 } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { FieldChange, Input, SettingsAuditEntry } from '@app/contract'
import { isoInstant } from '../../db/iso-instant.ts'
import { type Conditions, keysetPage, type Page } from '../../db/keyset-page.ts'

/** Who makes a change: a member of staff, or an operator without an account. */
export interface Actor {
  id: string | null
  name: string
}

export const commandLine: Actor = { id: null, name: 'Command line' }

export type SettingsAction =
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

interface Entry {
  /** Whom it is about; without an id while there is no account. */
  person?: { id: string | null; name: string }
  changes?: FieldChange[]
}

/** Writes down a change, in the transaction of the change. */
export async function addSettingsEntry(
  em: EntityManager,
  actor: Actor,
  action: SettingsAction,
  { person, changes = [] }: Entry = {},
): Promise<void> {
  await em.execute(
    `insert into settings_audit (id, action, actor_id, actor, person_id, person, changes)
     values (?, ?, ?, ?, ?, ?, ?::jsonb)`,
    [randomUUIDv7(), action, actor.id, actor.name, person?.id ?? null, person?.name ?? null, JSON.stringify(changes)],
  )
}

/** One page of changes, newest first. */
export async function listSettingsAudit(
  em: EntityManager,
  { limit, cursor }: Input<'listSettingsAudit'>['query'],
): Promise<Page<SettingsAuditEntry>> {
  const where: Conditions = []
  const columns = `id, action, actor, actor_id as "actorId", person, person_id as "personId", changes,
                   ${isoInstant('created_at')} as "createdAt"`
  const page = await keysetPage<Stored>(em, { table: 'settings_audit', columns, where, limit, cursor })
  return { ...page, rows: page.rows.map(withoutNulls) }
}

type Optional = 'actorId' | 'person' | 'personId'
type Stored = Omit<SettingsAuditEntry, Optional> & Record<Optional, string | null>

const withoutNulls = ({ actorId, person, personId, ...entry }: Stored): SettingsAuditEntry => ({
  ...entry,
  ...(actorId !== null && { actorId }),
  ...(person !== null && { person }),
  ...(personId !== null && { personId }),
})
