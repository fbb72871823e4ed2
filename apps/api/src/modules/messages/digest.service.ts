import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, type Fragment, table, dateText, startOfDay } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { dayKey, isListed, LeadEntity, leadKeys } from '../../entities/leads.entity.ts'
import { SampleRequestEntity } from '../../entities/samples.entity.ts'
import { type NoticeSettings, peopleOf, rulesOf, targetsOf } from './new-records.service.ts'
import type { MessageContent } from '../../entities/message-content.ts'
import { NoticeStateEntity } from '../../entities/messages.entity.ts'
import { addMessages, type NewMessage } from './new-messages.ts'

const lead = columns(LeadEntity)
const sample = columns(SampleRequestEntity)
const state = columns(NoticeStateEntity)

/** The local hour of the business after which digests are sent. */
const digestHour = 7

const due = reader(Type.Object({ today: Type.String(), yesterday: Type.String() }))

/** Counting stops here; the mail then shows "1,000 or more". */
const maxFigure = 1_000

const Figures = Type.Object({
  leads: Type.Integer(),
  samples: Type.Integer(),
  untaken: Type.Integer(),
  dueToday: Type.Integer(),
  overdue: Type.Integer(),
})
type Figures = Type.Static<typeof Figures>
const figures = reader(Figures)

const counted = (from: Fragment, where: Fragment) =>
  sql`(select count(*)::int from (select from ${from} where ${where} limit ${sql.lit(maxFigure)}) as counted)`

/** Yesterday's counts, and the open work of everyone or of one owner. */
async function figuresOf(
  transaction: EntityManager,
  { today, yesterday, timeZone }: { today: string; yesterday: string; timeZone: string },
  ownerId: string | null,
): Promise<Figures> {
  const midnight = (date: string) => startOfDay(sql`${date}::date`, timeZone)
  const isYesterday = (at: Fragment) => sql`${at} >= ${midnight(yesterday)} and ${at} < ${midnight(today)}`
  const leads = table(LeadEntity)
  const mine = ownerId === null ? sql`true` : sql`${lead.ownerId} = ${ownerId}`
  const open = sql`${isListed} and ${lead.nextStepOn} is not null and ${mine} and ${lead.stage} not in ('won', 'lost')`
  const dueToday = dayKey(sql`${today}::date`)
  const found = await figures(
    transaction,
    sql`select ${counted(leads, sql`${isListed} and ${isYesterday(lead.createdAt)} and ${mine}`)} as leads,
               ${counted(table(SampleRequestEntity), sql`not ${sample.isSpam} and ${isYesterday(sample.createdAt)}`)} as samples,
               ${counted(leads, sql`${isListed} and ${lead.ownerId} is null and ${lead.stage} = 'new'`)} as untaken,
               ${counted(leads, sql`${open} and ${leadKeys.due} = ${dueToday}`)} as "dueToday",
               ${counted(leads, sql`${open} and ${leadKeys.due} < ${dueToday}`)} as overdue`,
  )
  return onlyRow(found)
}

const shown = (count: number) => (count >= maxFigure ? '1,000 or more' : String(count))

/** A digest contains no names, so it reveals no personal data to later readers. */
function digestOf(
  { leads, samples, untaken, dueToday, overdue }: Figures,
  { today, isMine, adminUrl }: { today: string; isMine: boolean; adminUrl: string },
): { subject: string; content: MessageContent } {
  const facts = [
    { name: isMine ? 'Your new leads yesterday' : 'New leads yesterday', value: shown(leads) },
    { name: 'Sample requests yesterday', value: shown(samples) },
    { name: 'Unassigned leads', value: shown(untaken) },
    { name: isMine ? 'Your next steps due today' : 'Next steps due today', value: shown(dueToday) },
    { name: isMine ? 'Your overdue next steps' : 'Overdue next steps', value: shown(overdue) },
  ]
  return {
    subject: `Your day: ${shown(dueToday + overdue)} due, ${shown(untaken)} unassigned ${untaken === 1 ? 'lead' : 'leads'}`,
    content: {
      paragraphs: ['New records from yesterday, and what is due today.'],
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

/** Sends the digests of the day once their hour has come, each at most once. */
export async function sendDigests(
  em: EntityManager,
  { adminUrl, canMail, timeZone }: NoticeSettings & { timeZone: string },
): Promise<void> {
  await em.transactional(async (transaction) => {
    const local = sql`now() at time zone ${timeZone}::text`
    const [day] = await due(
      transaction,
      sql`update ${table(NoticeStateEntity)} set ${state.digestOn} = (${local})::date
           where ${state.digestOn} < (${local})::date and extract(hour from ${local}) >= ${digestHour}
          returning ${dateText(state.digestOn)} as today, ${dateText(sql`(${state.digestOn} - 1)`)} as yesterday`,
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
      // People with both rules get the digest of all leads.
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
