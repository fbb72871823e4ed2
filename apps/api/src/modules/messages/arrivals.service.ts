import { sql } from 'kysely'
import * as Type from 'typebox'
import { reader, run } from '../../db/run.ts'
import { instantText } from '../../db/sql-texts.ts'
import { columns, type Fragment, table } from '../../db/typed-columns.ts'
import { applyEdits, type Edit } from '../changes/apply-edits.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../database.ts'
import { LeadEntity } from '../leads/leads.entity.ts'
import { leadRecord, type LeadState } from '../leads/work/lead-record.ts'
import { SampleRequestEntity } from '../samples/samples.entity.ts'
import { type Arrived, confirmationOf, noticeOf } from './arrival-words.ts'
import { addInboxItems } from './inbox.service.ts'
import { MessageEntity, NoticedArrivalEntity, NoticeStateEntity } from './messages.entity.ts'
import { addMessages, type NewMessage } from './new-messages.ts'
import { noticeChanges } from './noticed-changes.service.ts'
import { type Rule, toldBy } from './rule-matches.ts'

export interface NoticeSettings {
  /** Address of the staff app, without a slash at its end. */
  adminUrl: string
  /** Whether an email server is set up. */
  canMail: boolean
}

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)
const message = columns(MessageEntity)
const noticed = columns(NoticedArrivalEntity, 'noticed')
const state = columns(NoticeStateEntity)

const kinds = {
  lead: {
    entity: LeadEntity,
    until: 'leadsUntil',
    columns: lead,
    own: {
      volume: lead.volume,
      industry: lead.industry,
      message: lead.message,
      source: lead.source,
      ownerId: lead.ownerId,
    },
    // Whoever imports a file knows of its leads, and nobody in it has asked for anything.
    arrives: sql`${lead.importId} is null`,
  },
  sample_request: {
    entity: SampleRequestEntity,
    until: 'samplesUntil',
    columns: sample,
    own: { volume: sql`null`, industry: sql`null`, message: sample.notes, source: sample.source, ownerId: sql`null` },
    arrives: sql`true`,
  },
} as const
type Kind = keyof typeof kinds

/**
 * A record is seen only after its statement has committed, up to this long after the time that it bears. The search for new
 * ones reaches back as far and leaves out what it has told already.
 */
const overlap = sql`interval '2 minutes'`
const batchSize = 100

const Text = Type.Union([Type.String(), Type.Null()])
const Found = Type.Object({
  id: Type.String(),
  createdAt: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  phone: Text,
  company: Text,
  volume: Text,
  industry: Text,
  message: Text,
  source: Text,
  ownerId: Text,
  isFresh: Type.Boolean(),
})
type Found = Type.Static<typeof Found>
const found = reader(Found)

/** Nobody wants a confirmation of what they did long ago, for instance while no worker ran. */
const freshness = sql`interval '1 day'`

async function findArrivals(transaction: EntityManager, kind: Kind): Promise<Found[]> {
  const { entity, until, columns: stored, own, arrives } = kinds[kind]
  const ofItsOwn = Object.entries<Fragment>(own).map(([name, column]) => sql`${column} as ${sql.id(name)}`)
  return found(
    transaction,
    sql`select ${stored.id} as id, ${instantText(stored.createdAt)} as "createdAt", ${stored.firstName} as "firstName",
               ${stored.lastName} as "lastName", ${stored.email} as email, ${stored.phone} as phone,
               ${stored.company} as company, ${sql.join(ofItsOwn)},
               ${stored.createdAt} > now() - ${freshness} as "isFresh"
          from ${table(entity)}
         where ${stored.createdAt} >= (select ${state[until]} from ${table(NoticeStateEntity)}) - ${overlap}
           and not ${stored.isSpam} and ${arrives}
           and not exists (select from ${table(NoticedArrivalEntity)} as noticed where ${noticed.id} = ${columns<{ id: unknown }>(entity, entity.tableName).id})
         order by ${stored.createdAt}, ${stored.id} limit ${batchSize}`,
  )
}

export async function rulesOf(transaction: EntityManager): Promise<Rule[]> {
  const rules = await tables(transaction)
    .selectFrom('notification_rule')
    .select(['event', 'condition', 'volume', 'channel', 'createdAt', 'staff as staffId', 'target as targetId'])
    .orderBy('id')
    .execute()
  return rules.map((rule) => ({ ...rule, createdAt: rule.createdAt.toISOString() }))
}

export interface Person {
  id: string
  name: string
  email: string
  role: string
}

/** Accounts that are enabled. */
export const peopleOf = (transaction: EntityManager): Promise<Person[]> =>
  tables(transaction)
    .selectFrom('staff_user')
    .select(['id', 'name', 'email', 'role'])
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .execute()

interface Target {
  id: string
  name: string
  kind: 'slack' | 'webhook'
}

/** Targets that are switched on. */
export const targetsOf = (transaction: EntityManager): Promise<Target[]> =>
  tables(transaction).selectFrom('message_target').select(['id', 'name', 'kind']).where('isActive', '=', true).execute()

/** The actor in the timeline for changes made by a rule. */
const inTurn = { id: null, name: 'Round robin' }

/** Gives each of these leads to the next person in turn. Returns the owners by lead. */
async function assignInTurn(
  transaction: EntityManager,
  leads: readonly Found[],
  people: readonly Person[],
): Promise<Map<string, string>> {
  const owners = new Map<string, string>()
  const setting = await tables(transaction).selectFrom('desk_setting').select('assigneeIds').executeTakeFirst()
  const able = new Set(people.filter(({ role }) => role !== 'viewer').map(({ id }) => id))
  const turn = (setting?.assigneeIds ?? []).filter((id) => able.has(id))
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

/** Sends the notifications of one record that the rules ask for. */
async function tell(
  transaction: EntityManager,
  arrived: Arrived,
  { owner, isAssigned, people, targets, rules: all, adminUrl, canMail }: Telling,
): Promise<void> {
  const record = arrived.kind === 'lead' ? { lead: arrived.id } : { sampleRequest: arrived.id }
  const told = toldBy(
    all,
    arrived,
    owner,
    people.map(({ id }) => id),
  )
  if (isAssigned && owner !== null) told.inbox.add(owner)
  await addInboxItems(
    transaction,
    [...told.inbox].map((staff) => ({
      staff,
      kind: isAssigned && staff === owner ? ('assigned' as const) : arrived.kind,
      ...record,
      ...(isAssigned && staff === owner && { actor: inTurn.name }),
    })),
  )
  const base = { kind: arrived.kind, ...record, ...noticeOf(arrived, adminUrl) }
  const mails = people.filter(({ id }) => canMail && told.mail.has(id))
  await addMessages(transaction, [
    ...mails.map(({ email }): NewMessage => ({ ...base, channel: 'mail', recipient: email })),
    ...targets
      .filter(({ id }) => told.targets.has(id))
      .map(({ id, name, kind }): NewMessage => ({ ...base, channel: kind, recipient: name, target: id })),
  ])
}

interface Telling extends NoticeSettings {
  owner: string | null
  isAssigned: boolean
  people: readonly Person[]
  targets: readonly Target[]
  rules: readonly Rule[]
}

async function noticeKind(transaction: EntityManager, kind: Kind, settings: NoticeSettings): Promise<void> {
  const { until } = kinds[kind]
  const arrivals = await findArrivals(transaction, kind)
  if (arrivals.length > 0) {
    const people = await peopleOf(transaction)
    const telling = { ...settings, people, targets: await targetsOf(transaction), rules: await rulesOf(transaction) }
    const assigned = kind === 'lead' ? await assignInTurn(transaction, arrivals, people) : new Map<string, string>()
    for (const { ownerId, isFresh: _isFresh, ...row } of arrivals) {
      const owner = assigned.get(row.id) ?? ownerId
      await tell(transaction, { ...row, kind }, { ...telling, owner, isAssigned: assigned.has(row.id) })
    }
    await confirm(
      transaction,
      arrivals.filter(({ isFresh }) => isFresh).map((row) => ({ ...row, kind })),
      settings,
    )
    const ids = arrivals.map(({ id }) => id)
    await tables(transaction)
      .insertInto('noticed_arrival')
      .columns(['id', 'arrivedAt'])
      .expression((eb) => eb.selectFrom(kind).select(['id', 'createdAt']).where('id', 'in', ids))
      .execute()
  }
  // A full page says nothing about what came after it.
  const last = arrivals.length === batchSize ? arrivals.at(-1) : undefined
  const sought = last ? sql`${last.createdAt}::timestamptz` : sql`now()`
  const isOutdated = last ? sql`true` : sql`${state[until]} < now() - interval '10 seconds'`
  await run(
    transaction,
    sql`update ${table(NoticeStateEntity)} set ${state[until]} = greatest(${state[until]}, ${sought}) where ${isOutdated}`,
  )
}

const confirmed = reader(Type.Object({ email: Type.String() }))

/** Confirms to each address once a day, so that nobody fills somebody else's mailbox with our mails. */
async function confirm(
  transaction: EntityManager,
  arrivals: readonly Arrived[],
  { canMail }: NoticeSettings,
): Promise<void> {
  const setting = await tables(transaction).selectFrom('desk_setting').select('confirmsVisitors').executeTakeFirst()
  if (!canMail || !setting?.confirmsVisitors || arrivals.length === 0) return
  // The first of an address stays.
  const byEmail = new Map(arrivals.toReversed().map((arrived) => [arrived.email.toLowerCase(), arrived]))
  const rows = await confirmed(
    transaction,
    sql`select address.email from unnest(array(select jsonb_array_elements_text(${JSON.stringify([...byEmail.keys()])}::jsonb))) as address (email)
         where exists (select from ${table(MessageEntity)}
                        where ${message.kind} = 'confirmation' and lower(${message.recipient}) = address.email
                          and ${message.createdAt} > now() - ${freshness})`,
  )
  for (const { email } of rows) byEmail.delete(email)
  await addMessages(
    transaction,
    [...byEmail.values()].toReversed().map((arrived): NewMessage => ({
      channel: 'mail',
      kind: 'confirmation',
      recipient: arrived.email,
      ...(arrived.kind === 'lead' ? { lead: arrived.id } : { sampleRequest: arrived.id }),
      ...confirmationOf(arrived),
    })),
  )
}

/**
 * Sends notifications of every record that arrived and everything that staff changed since the last call: of each once, in
 * one transaction with the mark that it was noticed. Neither visitors nor staff wait for it. One worker does this at a time;
 * the others skip it.
 */
export async function noticeArrivals(em: EntityManager, settings: NoticeSettings): Promise<void> {
  await em.transactional(async (transaction) => {
    const free = await tables(transaction)
      .selectFrom('notice_state')
      .select('id')
      .where('id', '=', 1)
      .forUpdate()
      .skipLocked()
      .execute()
    if (free.length === 0) return
    await noticeKind(transaction, 'lead', settings)
    await noticeKind(transaction, 'sample_request', settings)
    await noticeChanges(transaction, settings.canMail)
    await run(
      transaction,
      sql`delete from ${table(NoticedArrivalEntity)} as noticed using ${table(NoticeStateEntity)}
           where ${noticed.arrivedAt} < least(${state.leadsUntil}, ${state.samplesUntil}, ${state.changesUntil}) - ${overlap} - ${overlap}`,
    )
  })
}
