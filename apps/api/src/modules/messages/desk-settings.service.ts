import type { DeskSettings, DeskSettingsInput } from '@app/contract'
import { seenVersion, stale } from '../../db/if-match.ts'
import { announceChange } from '../../db/live-channel.ts'
import { invalidMember } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import { type Actor, addSettingsEntry } from '../staff/settings-audit.service.ts'

const settings = (em: EntityManager) =>
  tables(em)
    .selectFrom('desk_setting')
    .select(['confirmsVisitors', 'mailsRequesters', 'assigneeIds', 'version'])
    .where('id', '=', 1)

export async function getDeskSettings(em: EntityManager, canMail: boolean): Promise<DeskSettings> {
  return { ...(await settings(em).executeTakeFirstOrThrow()), canMail }
}

/** @throws {ProblemError} 400 unless all assignees may own leads, 412 when the settings have changed since they were read. */
export const updateDeskSettings = (
  em: EntityManager,
  actor: Actor,
  { confirmsVisitors, mailsRequesters, assigneeIds }: DeskSettingsInput,
  { ifMatch, canMail }: { ifMatch: string | undefined; canMail: boolean },
) =>
  em.transactional(async (transaction): Promise<DeskSettings> => {
    const before = await settings(transaction).forUpdate().executeTakeFirstOrThrow()
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== before.version) throw stale()
    const after = {
      confirmsVisitors,
      mailsRequesters: mailsRequesters ?? before.mailsRequesters,
      assigneeIds: [...new Set(assigneeIds)],
    }
    const names = await namesOf(transaction, after.assigneeIds, before.assigneeIds)
    const version = before.version + 1
    await tables(transaction)
      .updateTable('desk_setting')
      .set({ ...after, version })
      .where('id', '=', 1)
      .execute()
    const listed = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? 'an account that is gone').join(', ')
    const changes = [
      {
        field: 'confirmsVisitors',
        before: String(before.confirmsVisitors),
        after: String(confirmsVisitors),
      },
      {
        field: 'mailsRequesters',
        before: String(before.mailsRequesters),
        after: String(after.mailsRequesters),
      },
      { field: 'assignees', before: listed(before.assigneeIds), after: listed(after.assigneeIds) },
    ].filter((change) => change.before !== change.after)
    if (changes.length > 0) await addSettingsEntry(transaction, actor, 'desk_settings', { changes })
    await announceChange(transaction, 'messages', [{ id: 'desk' }])
    return { ...after, canMail, version }
  })

/** Names by id. @throws {ProblemError} 400 unless all that are wanted are enabled owners or editors. */
async function namesOf(
  transaction: EntityManager,
  wanted: readonly string[],
  former: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const all = [...wanted, ...former]
  if (all.length === 0) return new Map()
  const found = await tables(transaction)
    .selectFrom('staff_user')
    .select(['id', 'name', 'role', 'disabledAt'])
    .where('id', 'in', all)
    .execute()
  const able = new Set(
    found.filter(({ role, disabledAt }) => role !== 'viewer' && disabledAt === null).map(({ id }) => id),
  )
  const unable = wanted.findIndex((id) => !able.has(id) && !former.includes(id))
  if (unable >= 0) throw invalidMember(`/assigneeIds/${unable}`, 'must be an enabled owner or editor')
  return new Map(found.map(({ id, name }) => [id, name]))
}
