import { Volume } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import { isoInstant } from '../../db/iso-instant.ts'
import { applyEdits, type Edit } from '../changes/apply-edits.ts'
import { lockRecords } from '../changes/stored-records.ts'
import { type EntityManager, tables } from '../database.ts'
import { leadColumns as lead } from '../leads/lead-columns.ts'
import { leadRecord, type LeadState } from '../leads/work/lead-record.ts'
import { sampleRequestColumns as sample } from '../samples/sample-request-columns.ts'
import { type Arrived, confirmationOf, noticeOf } from './arrival-words.ts'
import { addInboxItems } from './inbox.service.ts'
import { addMessages, type NewMessage } from './new-messages.ts'
import { noticeChanges } from './noticed-changes.service.ts'
import { type Rule, toldBy } from './rule-matches.ts'

export interface NoticeSettings {
  /** Address of the staff app, without a slash at its end. */
  adminUrl: string
  /** Whether an email server is set up. */
  canMail: boolean
}

const kinds = {
  lead: {
    until: 'leads_until',
    columns: lead,
    own: {
      volume: lead.volume,
      industry: lead.industry,
      message: lead.message,
      source: lead.source,
      ownerId: lead.ownerId,
    },
    // Whoever imports a file knows of its leads, and nobody in it has asked for anything.
    arrives: `${lead.importId} is null`,
  },
  sample_request: {
    until: 'samples_until',
    columns: sample,
    own: { volume: 'null', industry: 'null', message: sample.notes, source: sample.source, ownerId: 'null' },
    arrives: 'true',
  },
} as const
type Kind = keyof typeof kinds

/**
 * A record is seen only after its statement has committed, up to this long after the time that it bears. The search for new
 * ones reaches back as far and leaves out what it has told already.
 */
const overlap = `interval '2 minutes'`
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
const found = checkedRows(Found)

/** Nobody wants a confirmation of what they did long ago, for instance while no worker ran. */
const freshness = `interval '1 day'`

async function findArrivals(transaction: EntityManager, kind: Kind): Promise<Found[]> {
  const { until, columns, own, arrives } = kinds[kind]
  const ofItsOwn = Object.entries(own).map(([name, sql]) => `${sql} as "${name}"`)
  const rows = await transaction.execute(
    `select ${columns.id} as id, ${isoInstant(columns.createdAt)} as "createdAt", ${columns.firstName} as "firstName",
            ${columns.lastName} as "lastName", ${columns.email} as email, ${columns.phone} as phone,
            ${columns.company} as company, ${ofItsOwn.join(', ')},
            ${columns.createdAt} > now() - ${freshness} as "isFresh"
       from ${kind} as arrived
      where ${columns.createdAt} >= (select ${until} from notice_state) - ${overlap}
        and not ${columns.isSpam} and ${arrives} and not exists (select from noticed_arrival where noticed_arrival.id = arrived.id)
      order by ${columns.createdAt}, ${columns.id} limit ${batchSize}`,
  )
  return found(rows)
}

const Rules = Type.Object({
  staffId: Text,
  event: Type.String(),
  condition: Type.Enum(['all', 'mine', 'volume']),
  volume: Type.Union([Volume, Type.Null()]),
  channel: Type.Enum(['inbox', 'mail', 'target']),
  targetId: Text,
  createdAt: Type.String(),
})
const rules = checkedRows(Rules)

export const rulesOf = async (transaction: EntityManager): Promise<Rule[]> =>
  rules(
    await transaction.execute(
      `select staff_id as "staffId", event, condition, volume, channel, target_id as "targetId",
              ${isoInstant('created_at')} as "createdAt"
         from notification_rule order by id`,
    ),
  )

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

const states = checkedRows(Type.Object({ lastAssignee: Text }))

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
  const { lastAssignee } = onlyRow(
    states(await transaction.execute('select last_assignee as "lastAssignee" from notice_state')),
  )
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
  await transaction.execute('update notice_state set last_assignee = ?', [turn[place] ?? null])
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
    await transaction.execute(
      `insert into noticed_arrival (id, arrived_at) select id, created_at from ${kind} where id = any(?::uuid[])`,
      [`{${arrivals.map(({ id }) => id).join(',')}}`],
    )
  }
  // A full page says nothing about what came after it.
  const last = arrivals.length === batchSize ? arrivals.at(-1) : undefined
  await transaction.execute(
    `update notice_state set ${until} = greatest(${until}, ${last ? '?::timestamptz' : 'now()'})
      where ${last ? 'true' : `${until} < now() - interval '10 seconds'`}`,
    last ? [last.createdAt] : [],
  )
}

const confirmed = checkedRows(Type.Object({ email: Type.String() }))

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
  const rows = await transaction.execute(
    `select email from unnest(array(select jsonb_array_elements_text(?::jsonb))) as email
      where exists (select from message where kind = 'confirmation' and lower(recipient) = email
                                          and created_at > now() - ${freshness})`,
    [JSON.stringify([...byEmail.keys()])],
  )
  for (const { email } of confirmed(rows)) byEmail.delete(email)
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
    const free = await transaction.execute('select 1 from notice_state where id = 1 for update skip locked')
    if (free.length === 0) return
    await noticeKind(transaction, 'lead', settings)
    await noticeKind(transaction, 'sample_request', settings)
    await noticeChanges(transaction, settings.canMail)
    await transaction.execute(
      `delete from noticed_arrival using notice_state
        where arrived_at < least(leads_until, samples_until, changes_until) - ${overlap} - ${overlap}`,
    )
  })
}
