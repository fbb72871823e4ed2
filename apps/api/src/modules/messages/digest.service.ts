import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../db/checked-rows.ts'
import type { EntityManager } from '../database.ts'
import { isListed, leadColumns as lead, leadDue } from '../leads/lead-columns.ts'
import { type NoticeSettings, peopleOf, rulesOf, targetsOf } from './arrivals.service.ts'
import type { MessageContent } from './message-content.ts'
import { addMessages, type NewMessage } from './new-messages.ts'

/** The hour of the business's day from which on digests are sent. */
const digestHour = 7

const due = checkedRows(Type.Object({ today: Type.String(), yesterday: Type.String() }))

/** Figures stop here: the mail then says "1,000 or more". */
const most = 1_000

const Figures = Type.Object({
  leads: Type.Integer(),
  samples: Type.Integer(),
  untaken: Type.Integer(),
  dueToday: Type.Integer(),
  overdue: Type.Integer(),
})
type Figures = Type.Static<typeof Figures>
const figures = checkedRows(Figures)

const counted = (from: string) => `(select count(*)::int from (select ${from} limit ${most}) as counted)`

/** What happened on a day, and what waits for everybody, or for one person. */
async function figuresOf(
  transaction: EntityManager,
  { today, yesterday, timeZone }: { today: string; yesterday: string; timeZone: string },
  ownerId: string | null,
): Promise<Figures> {
  const day = `created_at >= (?::date)::timestamp at time zone ? and created_at < (?::date)::timestamp at time zone ?`
  const bounds = [yesterday, timeZone, today, timeZone]
  const whose = ownerId === null ? [] : [ownerId]
  const mine = ownerId === null ? '' : `and ${lead.ownerId} = ?`
  const open = `from lead where ${isListed} and ${lead.nextStepOn} is not null ${mine} and ${lead.stage} not in ('won', 'lost')`
  const found = await transaction.execute(
    `select ${counted(`from lead where ${isListed} and ${day} ${mine}`)} as leads,
            ${counted(`from sample_request where not is_spam and ${day}`)} as samples,
            ${counted(`from lead where ${isListed} and ${lead.ownerId} is null and ${lead.stage} = 'new'`)} as untaken,
            ${counted(`${open} and ${leadDue.key} = ${leadDue.keyOf('?::date')}`)} as "dueToday",
            ${counted(`${open} and ${leadDue.key} < ${leadDue.keyOf('?::date')}`)} as overdue`,
    [...bounds, ...whose, ...bounds, ...whose, today, ...whose, today],
  )
  return onlyRow(figures(found))
}

const shown = (count: number) => (count >= most ? '1,000 or more' : String(count))

/** A digest names nobody, so it tells nothing about a person to whoever reads it later. */
function digestOf(
  { leads, samples, untaken, dueToday, overdue }: Figures,
  { today, isMine, adminUrl }: { today: string; isMine: boolean; adminUrl: string },
): { subject: string; content: MessageContent } {
  const facts = [
    { name: isMine ? 'Your new leads yesterday' : 'New leads yesterday', value: shown(leads) },
    { name: 'Sample requests yesterday', value: shown(samples) },
    { name: 'Leads that nobody works on', value: shown(untaken) },
    { name: isMine ? 'Your next steps due today' : 'Next steps due today', value: shown(dueToday) },
    { name: isMine ? 'Your overdue next steps' : 'Overdue next steps', value: shown(overdue) },
  ]
  return {
    subject: `Your day: ${shown(dueToday + overdue)} due, ${shown(untaken)} leads without an owner`,
    content: {
      paragraphs: ['This is what came in yesterday, and what waits today.'],
      facts,
      link: {
        label: 'Open the leads',
        url: `${adminUrl}/leads?due=overdue,today&order=due${isMine ? '&owner=me' : ''}`,
      },
      event: {
        type: 'digest',
        timestamp: new Date().toISOString(),
        data: { day: today, leads, samples, untaken, dueToday, overdue },
      },
    },
  }
}

/** Sends the digest of the day once its hour has come, each at most once. */
export async function sendDigests(
  em: EntityManager,
  { adminUrl, canMail, timeZone }: NoticeSettings & { timeZone: string },
): Promise<void> {
  await em.transactional(async (transaction) => {
    const [day] = due(
      await transaction.execute(
        `update notice_state set digest_on = (now() at time zone ?)::date
          where digest_on < (now() at time zone ?)::date and extract(hour from now() at time zone ?) >= ?
         returning digest_on::text as today, (digest_on - 1)::text as yesterday`,
        [timeZone, timeZone, timeZone, digestHour],
      ),
    )
    if (!day) return
    const rules = (await rulesOf(transaction)).filter(({ event }) => event === 'digest')
    if (rules.length === 0) return
    const at = { ...day, timeZone }
    const messages: NewMessage[] = []
    const write = async (whose: string | null, to: Pick<NewMessage, 'channel' | 'recipient' | 'target'>) => {
      const found = await figuresOf(transaction, at, whose)
      messages.push({
        ...to,
        kind: 'digest',
        ...digestOf(found, { today: day.today, isMine: whose !== null, adminUrl }),
      })
    }
    const byMail = rules.filter(({ channel }) => channel === 'mail')
    for (const { id, email } of canMail ? await peopleOf(transaction) : []) {
      const own = byMail.filter(({ staffId }) => staffId === null || staffId === id)
      // Whoever has both gets the one about everything.
      if (own.length > 0) {
        await write(own.some(({ condition }) => condition === 'all') ? null : id, { channel: 'mail', recipient: email })
      }
    }
    for (const { id, name, kind } of await targetsOf(transaction)) {
      if (rules.some(({ targetId }) => targetId === id)) {
        await write(null, { channel: kind, recipient: name, target: id })
      }
    }
    await addMessages(transaction, messages)
  })
}
