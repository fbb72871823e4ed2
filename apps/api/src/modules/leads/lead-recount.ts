import { sql } from 'kysely'
import { minutesAgo, now, run, type RowOf } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { LeadFactEntity } from '../../entities/leads.entity.ts'
import { measures, statistics, sumOf, sums } from './lead-facts.ts'

/** A lead is counted only after every transaction that was open when it arrived must have ended. */
const settleMinutes = 5
const recountAfterMinutes = 10
const checkAfterMinutes = 24 * 60
/** Changes to leads wait while this many leads are counted, which takes less than a second. */
const maxLeadsAtOnce = 20_000

const instant = (text: string) => sql<Date>`${text}::timestamptz`

type Fact = RowOf<typeof LeadFactEntity>

const key = ['kind', 'day', 'name', 'status', 'stage', 'industry', 'volume', 'won'] as const
type Listed = (typeof key)[number] | (typeof measures)[number]
/** Every column, or this does not compile. */
const columns: readonly (keyof Fact extends Listed ? Listed : never)[] = [...key, ...measures]

/** The facts of each lead, as derived by the database's own function. Excludes spam and merged leads. */
const factsOfLeads = (em: EntityManager, timeZone: string) =>
  statistics(em)
    .selectFrom('lead')
    // The function has the columns of the table.
    .crossJoinLateral(sql<Fact>`lead_facts(${sql.table('lead')}, ${timeZone})`.as('fact'))
    .select(columns.map((name) => `fact.${name}` as const))

/** Adds facts to the table, in key order, like the trigger. @returns how many rows changed */
async function addFacts(em: EntityManager, facts: ReturnType<typeof factsOfLeads>): Promise<number> {
  const added = statistics(em)
    .selectFrom(facts.as('fact'))
    .select([...key, ...sums])
    .groupBy(key)
    .having((eb) => eb.or(measures.map((name) => eb(sumOf(name), '<>', 0))))
    .orderBy(sql.join(key.map((name) => sql.ref(name))))
  const { numInsertedOrUpdatedRows = 0n } = await statistics(em)
    .insertInto('lead_fact')
    .columns(columns)
    .expression(added)
    .onConflict((conflict) =>
      conflict.columns(key).doUpdateSet((eb) => ({
        leads: eb('lead_fact.leads', '+', eb.ref('excluded.leads')),
        valued: eb('lead_fact.valued', '+', eb.ref('excluded.valued')),
        cents: eb('lead_fact.cents', '+', eb.ref('excluded.cents')),
      })),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows)
}

/**
 * Counts the next leads. Its lock blocks changes to leads, and other instances. @returns false when no leads are due
 */
const countNext = (em: EntityManager, timeZone: string): Promise<boolean> =>
  em.transactional(async (transaction) => {
    const db = statistics(transaction)
    const due = await db
      .selectFrom('lead_fact_state')
      .select((eb) => [
        'time_zone',
        sql<string>`${eb.ref('counted_until')}::text`.as('until'),
        eb('counted_until', '>', now).as('isAhead'),
      ])
      .where((eb) =>
        eb.or([
          eb('time_zone', '<>', timeZone),
          eb('counted_until', '<', minutesAgo(settleMinutes + recountAfterMinutes)),
          eb('counted_until', '>', now),
        ]),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!due) return false
    // After the clock was set back, new leads seem to be counted already.
    const from = instant(due.time_zone === timeZone && !due.isAhead ? due.until : '-infinity')
    // Deletes the facts of another time zone or clock, or all facts when an operator starts a recount.
    await db.deleteFrom('lead_fact').where(from, '=', instant('-infinity')).execute()
    const enough = db
      .selectFrom('lead')
      .select((eb) => sql`${eb.ref('created_at')} + interval '1 millisecond'`.as('until'))
      .where('created_at', '>=', from)
      .orderBy('created_at')
      .offset(maxLeadsAtOnce)
      .limit(1)
    const { until } = await db
      .updateTable('lead_fact_state')
      .set({ counted_until: sql<Date>`least(${minutesAgo(settleMinutes)}, ${enough})`, time_zone: timeZone })
      .returning((eb) => sql<string>`${eb.ref('counted_until')}::text`.as('until'))
      .executeTakeFirstOrThrow()
    const leads = factsOfLeads(transaction, timeZone)
    await addFacts(
      transaction,
      leads.where('lead.created_at', '>=', from).where('lead.created_at', '<', instant(until)),
    )
    return true
  })

/**
 * Counts the leads that have arrived since the last run, unless that was a moment ago. @returns whether it counted any
 */
export async function recountLeads(em: EntityManager, timeZone: string): Promise<boolean> {
  let hasCounted = false
  while (await countNext(em, timeZone)) hasCounted = true
  return hasCounted
}

/** Deletes facts of deleted leads. */
export async function deleteEmptyFacts(em: EntityManager): Promise<void> {
  const db = statistics(em)
  const empty = db
    .selectFrom('lead_fact')
    .select(sql`ctid`.as('row'))
    .where('leads', '=', 0)
    .forUpdate()
    .skipLocked()
  await db
    .deleteFrom('lead_fact')
    .where(sql`ctid`, 'in', empty)
    .execute()
}

/**
 * Once a day, compares all facts with the leads and adds the differences, because an operator may have inserted old
 * leads. Leads can change meanwhile: one statement sees the leads and their facts at the same moment, so the difference
 * stays correct.
 * @returns the number of wrong facts
 */
export const correctFacts = (em: EntityManager, timeZone: string): Promise<number> =>
  em.transactional(async (transaction) => {
    const db = statistics(transaction)
    // Blocks countNext() and other instances, but not the trigger.
    const due = await db
      .selectFrom('lead_fact_state')
      .select((eb) => sql<string>`${eb.ref('counted_until')}::text`.as('until'))
      .where('time_zone', '=', timeZone)
      .where((eb) => eb.not(eb.between('checked_at', minutesAgo(checkAfterMinutes), now)))
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return 0
    await run(transaction, sql`set local statement_timeout = 0`)
    const leads = factsOfLeads(transaction, timeZone).where('lead.created_at', '<', instant(due.until))
    const stored = db
      .selectFrom('lead_fact')
      .select(key)
      .select(measures.map((name) => sql<number>`-${sql.ref(name)}`.as(name)))
    const corrected = await addFacts(transaction, leads.unionAll(stored))
    await deleteEmptyFacts(transaction)
    await db.updateTable('lead_fact_state').set({ checked_at: now }).execute()
    return corrected
  })
