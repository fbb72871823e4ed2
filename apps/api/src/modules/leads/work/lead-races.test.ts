import { randomUUID } from 'node:crypto'
import { type Arbitrary, array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { LeadPipeline } from '@app/contract'
import { insertLead, startApp } from '../../../../test/harness.ts'
import { recountLeads } from '../lead-recount.ts'

const { app, db, orm, config, makeStaff } = await startApp({ DATABASE_POOL_MAX: '8' })
const people = [await makeStaff('owner'), await makeStaff('editor')]
const accounts: string[] = (await db.query('select id from staff_user order by id')).rows.map(({ id }) => id)

const lead = integer({ min: 0, max: 2 })
const step = oneof(
  record({ kind: constantFrom('assign' as const), lead, to: constantFrom(null, ...accounts), isCareful: boolean() }),
  record({ kind: constantFrom('close' as const), lead, isWon: boolean(), isCareful: boolean() }),
  record({ kind: constantFrom('plan' as const), lead, text: constantFrom('Call', 'Write'), isCareful: boolean() }),
  record({ kind: constantFrom('merge' as const), lead, into: lead }),
  record({ kind: constantFrom('unmerge' as const), lead }),
  record({ kind: constantFrom('bulk' as const), leads: array(lead, { minLength: 1, maxLength: 3 }), back: boolean() }),
)
type Step = typeof step extends Arbitrary<infer Value> ? Value : never

interface Answer {
  status: number
  work: LeadPipeline | undefined
}

/** Runs the steps of one person, who sends the last version they saw in careful steps. */
async function workThrough(cookie: string, leads: readonly string[], steps: readonly Step[]): Promise<Answer[]> {
  const seen = new Map(leads.map((id) => [id, 1]))
  const idOf = (place: number) => leads[place] ?? ''
  const send = async (method: 'PATCH' | 'POST', url: string, payload?: object, ifMatch?: number) => {
    const answer = await app.inject({
      method,
      url: url.startsWith('/') ? url : `/api/admin/leads/${url}`,
      headers: { cookie, ...(ifMatch !== undefined && { 'if-match': String(ifMatch) }) },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json(), group: answer.headers['change-group'] }
  }
  const change = (id: string, payload: object, isCareful: boolean) =>
    send('PATCH', id, payload, isCareful ? seen.get(id) : undefined)
  const take = async (one: Step) => {
    if (one.kind === 'assign') return change(idOf(one.lead), { ownerId: one.to }, one.isCareful)
    if (one.kind === 'plan') return change(idOf(one.lead), { nextStep: one.text }, one.isCareful)
    if (one.kind === 'merge') return send('POST', `${idOf(one.lead)}/merge`, { into: idOf(one.into) })
    if (one.kind === 'unmerge') return send('POST', `${idOf(one.lead)}/unmerge`)
    if (one.kind === 'close') {
      const outcome = one.isWon ? { stage: 'won', wonValue: 12.5 } : { stage: 'lost', lostReason: 'price' }
      return change(idOf(one.lead), outcome, one.isCareful)
    }
    const records = [...new Set(one.leads)].map((place) => ({ id: idOf(place) }))
    const bulk = await send('PATCH', '/api/admin/leads', { records, patch: { stage: 'contacted' } })
    return one.back && bulk.group ? send('POST', `/api/admin/changes/${String(bulk.group)}/revert`) : bulk
  }
  const answers: Answer[] = []
  for (const one of steps) {
    const { status, body } = await take(one)
    const work: LeadPipeline | undefined = status === 200 && body.id ? body : undefined
    if (work) seen.set(work.id, work.version)
    answers.push({ status, work })
  }
  return answers
}

type State = Record<string, string | number | null>
const untouched: State = {
  ownerId: null,
  stage: 'new',
  lostReason: null,
  lostNote: null,
  wonValue: null,
  nextStep: null,
  nextStepOn: null,
  mergedInto: null,
}

/** Every state of a lead by version, from its timeline alone. Each change starts from the previous state. */
async function statesOf(id: string): Promise<State[]> {
  const { rows } = await db.query<{ version: number; before: State; after: State }>(
    'select version, before, after from record_change where record_id = $1 order by version',
    [id],
  )
  const states = [untouched]
  for (const { version, before, after } of rows) {
    expect(version).toBe(states.length + 1)
    const state = states.at(-1) ?? {}
    expect(fieldsIn(state)).toMatchObject(fieldsIn(before))
    states.push({ ...state, ...fieldsIn(after) })
  }
  return states
}

/** Excludes what the history records besides the fields. */
const fieldsIn = ({ mergedFrom: _mergedFrom, ...fields }: State): State => fields

const shown = ({ id: _id, version: _version, changedAt: _at, changedBy: _by, ...work }: LeadPipeline): State => work

const stored = async (id: string) =>
  (
    await db.query(
      `select version, owner_id as "ownerId", stage, lost_reason as "lostReason", lost_note as "lostNote",
              (won_cents / 100.0)::float8 as "wonValue",
              next_step as "nextStep", next_step_on::text as "nextStepOn", merged_into as "mergedInto"
         from lead where id = $1`,
      [id],
    )
  ).rows[0]

test(
  'two people who merge, assign and close the same leads at the same time lose no change silently',
  { tags: ['R51'], timeout: 120_000 },
  async () => {
    const steps = array(step, { minLength: 1, maxLength: 8 })
    await assert(
      asyncProperty(steps, steps, async (one, other) => {
        await db.query('delete from lead')
        const leads = [randomUUID(), randomUUID(), randomUUID()]
        for (const id of leads) await insertLead(db, { id, created_at: '2026-03-05T12:00:00Z' })
        // Changes to counted leads lock facts as well.
        await db.query("update lead_fact_state set counted_until = '-infinity'")
        await recountLeads(orm.em.fork(), config.businessTimeZone)

        const plans = [one, other]
        const answers = (
          await Promise.all(people.map(({ cookie }, place) => workThrough(cookie, leads, plans[place] ?? [])))
        ).flat()

        // Each change succeeds, or is rejected for a reason that the person sees.
        expect(answers.map(({ status }) => status).filter((status) => ![200, 400, 409, 412].includes(status))).toEqual(
          [],
        )
        for (const id of leads) {
          const states = await statesOf(id)
          const { version, ...now } = await stored(id)
          expect([version, now]).toEqual([states.length, states.at(-1)])
          for (const { work } of answers) {
            if (work?.id !== id) continue
            // A response shows the lead as it was at that version.
            const { mergedInto: _, ...expected } = states[work.version - 1] ?? {}
            expect(shown(work)).toEqual(expected)
          }
        }
      }),
      { numRuns: 20 },
    )
  },
)
