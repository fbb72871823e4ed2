import type { Volume } from '@app/contract'
import { isVolume, volumeBands } from '@app/pricing'
import { applyEdits, type Edit } from '../changes/apply-edits.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { leadRecord, type LeadState } from '../leads/work/lead-record.ts'
import { type DescribedRecord, confirmationOf, noticeOf } from './new-record-words.ts'
import {
  type RecordKind,
  batchSize,
  confirmedAmong,
  findNewRecords,
  forgetNoticed,
  type NewRecord,
  markSearched,
} from './new-record-search.ts'
import { addInboxItems } from './inbox.service.ts'
import { routingSettings } from './lead-routing-settings.service.ts'
import { addMessages, type NewMessage } from './new-messages.ts'
import { noticeChanges } from './noticed-changes.service.ts'

interface Rule {
  staffId: string | null
  event: string
  condition: 'all' | 'mine' | 'volume'
  volume: Volume | null
  channel: 'inbox' | 'mail' | 'target'
  targetId: string | null
  createdAt: string
}

const reaches = (volume: string | null, smallest: Volume | null): boolean =>
  volume !== null && smallest !== null && isVolume(volume) && volumeBands[volume].min >= volumeBands[smallest].min

/**
 * The recipients of a notification about a record, each once regardless of the number of matching rules.
 * @param accounts the enabled accounts
 */
function recipientsOf(
  rules: readonly Rule[],
  record: Pick<DescribedRecord, 'kind' | 'createdAt' | 'volume'>,
  ownerId: string | null,
  accounts: readonly Person[],
): Record<'inbox' | 'mail' | 'targets', Set<string>> {
  const recipients = { inbox: new Set<string>(), mail: new Set<string>(), targets: new Set<string>() }
  for (const { staffId, event, condition, volume, channel, targetId, createdAt } of rules) {
    // A rule does not apply to records older than the rule.
    if (event !== record.kind || createdAt > record.createdAt) continue
    if (condition === 'volume' && !reaches(record.volume, volume)) continue
    if (channel === 'target') {
      if (targetId !== null) recipients.targets.add(targetId)
      continue
    }
    for (const { id } of accounts) {
      const isChosen = (staffId === null || id === staffId) && (condition !== 'mine' || id === ownerId)
      if (isChosen) recipients[channel].add(id)
    }
  }
  return recipients
}

export interface NoticeSettings {
  /** URL of the staff app, without a trailing slash. */
  adminUrl: string
  canMail: boolean
}

export async function rulesOf(transaction: EntityManager): Promise<Rule[]> {
  const rules = await tables(transaction)
    .selectFrom('notification_rule')
    .select(['event', 'condition', 'volume', 'channel', 'createdAt', 'staff as staffId', 'target as targetId'])
    .orderBy('id')
    .execute()
  return rules.map((rule) => ({ ...rule, createdAt: rule.createdAt.toISOString() }))
}

/** The enabled accounts. */
export const peopleOf = (transaction: EntityManager) =>
  tables(transaction)
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'role'])
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute()

export const targetsOf = (transaction: EntityManager) =>
  tables(transaction)
    .selectFrom('message_target')
    .select(['id', 'name', 'kind'])
    .where('isActive', '=', true)
    .where('workspace', 'is', null)
    .execute()

type Person = Awaited<ReturnType<typeof peopleOf>>[number]
type Target = Awaited<ReturnType<typeof targetsOf>>[number]

/** The actor in the timeline for changes made by a rule. */
const inTurn = { id: null, name: 'Round robin' }

/** Assigns each of these leads to the next person in turn. Returns the owners by lead. */
async function assignInTurn(transaction: EntityManager, leads: readonly NewRecord[], people: readonly Person[]) {
  const owners = new Map<string, string>()
  const { assigneeIds } = await routingSettings(transaction)
  const able = new Set(people.filter(({ role }) => role !== 'viewer').map(({ id }) => id))
  const turn = assigneeIds.filter((id) => able.has(id))
  if (turn.length === 0 || leads.length === 0) return owners
  const { lastAssignee } = await tables(transaction)
    .selectFrom('notice_state')
    .select('lastAssignee')
    .executeTakeFirstOrThrow()
  let place = turn.indexOf(lastAssignee ?? '')
  const stored = await lockRecords(
    transaction,
    leadRecord,
    leads.map(({ id }) => id),
  )
  const edits = leads.flatMap(({ id }): Edit<LeadState>[] => {
    const lead = stored.get(id)?.state
    if (!lead || lead.isSpam || lead.ownerId !== null || lead.mergedInto !== null) return []
    place = (place + 1) % turn.length
    const ownerId = turn[place] ?? null
    if (ownerId !== null) owners.set(id, ownerId)
    return [{ id, patch: { ownerId } }]
  })
  await applyEdits(transaction, leadRecord, inTurn, edits)
  await tables(transaction)
    .updateTable('notice_state')
    .set({ lastAssignee: turn[place] ?? null })
    .execute()
  return owners
}

/** Sends the notifications of one record that the rules require. */
async function notify(
  transaction: EntityManager,
  record: DescribedRecord,
  { owner, isAssigned, people, targets, rules, adminUrl, canMail }: NotificationContext,
): Promise<void> {
  const link = record.kind === 'lead' ? { lead: record.id } : { sampleRequest: record.id }
  const recipients = recipientsOf(rules, record, owner, people)
  if (isAssigned && owner !== null) recipients.inbox.add(owner)
  await addInboxItems(
    transaction,
    [...recipients.inbox].map((staff) => ({
      staff,
      kind: isAssigned && staff === owner ? ('assigned' as const) : record.kind,
      ...link,
      ...(isAssigned && staff === owner && { actor: inTurn.name }),
    })),
  )
  const base = { kind: record.kind, ...link, ...noticeOf(record, adminUrl) }
  const mails = people.filter(({ id }) => canMail && recipients.mail.has(id))
  await addMessages(transaction, [
    ...mails.map(({ email }): NewMessage => ({ ...base, channel: 'mail', recipient: email })),
    ...targets
      .filter(({ id }) => recipients.targets.has(id))
      .map(({ id, name, kind }): NewMessage => ({ ...base, channel: kind, recipient: name, target: id })),
  ])
}

interface NotificationContext extends NoticeSettings {
  owner: string | null
  isAssigned: boolean
  people: readonly Person[]
  targets: readonly Target[]
  rules: readonly Rule[]
}

async function processKind(transaction: EntityManager, kind: RecordKind, settings: NoticeSettings): Promise<void> {
  const found = await findNewRecords(transaction, kind)
  if (found.length > 0) {
    const people = await peopleOf(transaction)
    const context = { ...settings, people, targets: await targetsOf(transaction), rules: await rulesOf(transaction) }
    const assigned = kind === 'lead' ? await assignInTurn(transaction, found, people) : new Map<string, string>()
    for (const { ownerId, isFresh: _isFresh, ...row } of found) {
      const owner = assigned.get(row.id) ?? ownerId
      await notify(transaction, { ...row, kind }, { ...context, owner, isAssigned: assigned.has(row.id) })
    }
    await confirm(
      transaction,
      found.filter(({ isFresh }) => isFresh).map((row) => ({ ...row, kind })),
      settings,
    )
    const ids = found.map(({ id }) => id)
    await tables(transaction)
      .insertInto('noticed_arrival')
      .columns(['id', 'arrivedAt'])
      .expression((eb) => eb.selectFrom(kind).select(['id', 'createdAt']).where('id', 'in', ids))
      .execute()
  }
  // Records beyond a full page are still unknown.
  const last = found.length === batchSize ? found.at(-1) : undefined
  await markSearched(transaction, kind, last?.createdAt)
}

/** Confirms to each address once a day, so that nobody can flood another person's mailbox. */
async function confirm(transaction: EntityManager, records: readonly DescribedRecord[], { canMail }: NoticeSettings) {
  const { confirmsVisitors } = await routingSettings(transaction)
  if (!canMail || !confirmsVisitors || records.length === 0) return
  // The first record of an address wins.
  const byEmail = new Map(records.toReversed().map((record) => [record.email.toLowerCase(), record]))
  for (const email of await confirmedAmong(transaction, [...byEmail.keys()])) byEmail.delete(email)
  await addMessages(
    transaction,
    [...byEmail.values()].toReversed().map((record): NewMessage => ({
      channel: 'mail',
      kind: 'confirmation',
      recipient: record.email,
      ...(record.kind === 'lead' ? { lead: record.id } : { sampleRequest: record.id }),
      ...confirmationOf(record),
    })),
  )
}

/**
 * Sends notifications for every record that arrived and everything that staff changed since the last call, each exactly
 * once, in one transaction with the mark that it was noticed. Neither visitors nor staff wait for it. One worker does
 * this at a time; the others skip it.
 */
export async function processNewRecords(em: EntityManager, settings: NoticeSettings): Promise<void> {
  await em.transactional(async (transaction) => {
    const free = await tables(transaction)
      .selectFrom('notice_state')
      .select('id')
      .where('id', '=', 1)
      .forUpdate()
      .skipLocked()
      .execute()
    if (free.length === 0) return
    await processKind(transaction, 'lead', settings)
    await processKind(transaction, 'sample_request', settings)
    await noticeChanges(transaction, settings.canMail)
    await forgetNoticed(transaction)
  })
}
