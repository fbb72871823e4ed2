import { setTimeout as sleep } from 'node:timers/promises'
import { signalTree, killTree } from '../load/processes.ts'
import type { Mood } from '../fake-pipedrive/index.ts'
import type { Fault } from './fault.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

const leads = 12
const healLimitMs = 150_000

/** Empties our tables and the CRM, so that only records of this fault are counted. */
async function forget(stage: Stage): Promise<void> {
  await stage.query('truncate lead, lead_event, message, inbox_item')
  await stage.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))',
  )
  await stage.query(
    'update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null, not_before = null',
  )
  stage.crm.clear()
}

/** Sends leads as visitors do, and notes the longest time that one of them waited. */
export async function sendLeads(stage: Stage, findings: Findings): Promise<void> {
  let longest = 0
  for (let sent = 0; sent < leads; sent += 1) {
    const lead = {
      firstName: 'Dana',
      lastName: 'Example',
      leadSource: 'Chaos',
      source: 'Main Website',
      message: 'Hello',
    }
    const begun = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${stage.front}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...lead, email: `dana-${sent}@example.com`, company: `Company ${sent % 3}` }),
    })
    longest = Math.max(longest, performance.now() - begun)
    findings.failUnless(status === 201, `a visitor was answered ${status}`)
  }
  findings.figure(`visitors waited ${Math.round(longest)} ms at most`)
}

const countOf = async (stage: Stage, condition: string): Promise<number> => {
  const [row] = await stage.query<{ count: number }>(`select count(*)::int as count from lead where ${condition}`)
  return row?.count ?? 0
}

export async function until(isDone: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const since = Date.now(); Date.now() - since < limitMs; await sleep(200)) if (await isDone()) return true
  return false
}

/** After recovery every lead is in the CRM exactly once, with its person, organization and note. */
async function allThereOnce(stage: Stage, findings: Findings): Promise<void> {
  const since = Date.now()
  const isHealed = await until(async () => (await countOf(stage, `status <> 'synced'`)) === 0, healLimitMs)
  findings.failUnless(isHealed, `${await countOf(stage, `status <> 'synced'`)} leads never reached the CRM`)
  const { leads: made, persons, organizations, notes } = stage.crm.stored
  const wanted = { leads, persons: leads, organizations: 3, notes: leads }
  const counted = {
    leads: made.length,
    persons: persons.length,
    organizations: organizations.length,
    notes: notes.length,
  }
  findings.failUnless(JSON.stringify(counted) === JSON.stringify(wanted), `the CRM holds ${JSON.stringify(counted)}`)
  findings.figure(`all there once ${((Date.now() - since) / 1000).toFixed(0)} s after recovery`)
}

interface Trouble {
  id: string
  name: string
  /** Without one, the CRM refuses connections. */
  mood?: Mood | ((call: string) => Mood)
  /** Staff press "Retry" once the CRM works again. */
  byHand?: boolean
  alsoHolds?: (stage: Stage, findings: Findings) => Promise<void>
}

const inTrouble = ({ id, name, mood, byHand, alsoHolds }: Trouble): Fault => ({
  id,
  name,
  underLoad: false,
  async strike(stage, findings) {
    await forget(stage)
    if (mood) stage.crm.setMood(mood)
    else await stage.crm.leave()
    await sendLeads(stage, findings)
    await sleep(5000)
    if (mood) findings.figure(`${stage.crm.calls.length} calls in trouble`)
    await alsoHolds?.(stage, findings)
    if (!mood) await stage.crm.comeBack()
    stage.crm.setMood('well')
    // The same update as the staff app's Retry button, which has tests of its own.
    if (byHand) await stage.query(`update lead set status = 'new', crm_enqueued_at = null where status = 'sync_failed'`)
    await stage.query('update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null')
    await allThereOnce(stage, findings)
  },
})

/** One write in four fails, and the others succeed: an intermittent failure. */
function nowAndThen(mood: Mood): (call: string) => Mood {
  let calls = 0
  return (call) => (call.startsWith('POST') && (calls += 1) % 4 === 0 ? mood : 'well')
}

export const crmFaults: Fault[] = [
  inTrouble({ id: 'R14', name: 'the CRM does the work, then answers 500', mood: nowAndThen('lost-500') }),
  inTrouble({
    id: 'R15',
    name: 'the CRM is busy (429)',
    mood: 'busy',
    alsoHolds: async (stage, findings) => {
      // It asks for a pause of one second each time, and the worker sends one call at a time.
      findings.failUnless(stage.crm.calls.length <= 8, `${stage.crm.calls.length} calls in 5 s despite Retry-After`)
    },
  }),
  inTrouble({
    id: 'R16',
    name: 'the CRM refuses (422), staff retry by hand',
    mood: 'refused',
    byHand: true,
    alsoHolds: async (stage, findings) => {
      const failed = await countOf(stage, `status = 'sync_failed' and crm_error is not null`)
      findings.failUnless(failed === leads, `only ${failed} of ${leads} leads show as failed with a reason`)
      findings.failUnless((await countOf(stage, 'crm_attempts > 1')) === 0, 'a refused lead was sent again')
    },
  }),
  inTrouble({ id: 'R17', name: 'the CRM answers 200 with a page', mood: 'html' }),
  inTrouble({ id: 'R18', name: 'the CRM does the work, the answer is lost', mood: nowAndThen('lost-connection') }),
  inTrouble({ id: 'R12', name: 'nobody listens where the CRM was' }),
  inTrouble({ id: 'R13', name: 'the CRM never answers', mood: 'hang' }),
  inTrouble({
    id: 'R19',
    name: 'the CRM does not know our token (401)',
    mood: 'unknown-token',
    alsoHolds: async (stage, findings) => {
      findings.failUnless(stage.crm.calls.length <= 3, `${stage.crm.calls.length} calls despite the 401`)
      const [state] = await stage.query<{ paused: boolean }>(
        'select credentials_rejected_at is not null as paused from crm_state',
      )
      findings.failUnless(state?.paused === true, 'staff do not see that the CRM is paused')
    },
  }),
  {
    id: 'R04',
    name: 'the worker gets SIGTERM in the middle of a call that hangs',
    underLoad: false,
    async strike(stage, findings) {
      await forget(stage)
      stage.crm.setMood('hang')
      await sendLeads(stage, findings)
      await until(async () => stage.crm.calls.length > 0, 10_000)
      const pid = stage.worker.pid()
      const since = Date.now()
      if (pid) process.kill(pid, 'SIGTERM')
      await until(async () => stage.worker.pid() !== pid, 30_000)
      findings.failUnless(Date.now() - since < 20_000, 'the worker took longer than 20 s to stop')
      findings.figure(`it ended after ${((Date.now() - since) / 1000).toFixed(1)} s`)
      stage.crm.setMood('well')
      await allThereOnce(stage, findings)
    },
  },
  {
    id: 'R21',
    name: 'the worker is killed in the middle of its jobs, 4 times',
    underLoad: false,
    async strike(stage, findings) {
      await forget(stage)
      stage.crm.delayMs = 60
      await sendLeads(stage, findings)
      for (let kill = 0; kill < 4; kill += 1) {
        const before = stage.crm.calls.length
        await until(async () => stage.crm.calls.length > before + 2, 20_000)
        killTree(stage.worker.pid() ?? 0)
      }
      await allThereOnce(stage, findings)
    },
  },
  {
    id: 'R20',
    name: 'the worker hangs for 5 s (SIGSTOP) in the middle of its jobs',
    underLoad: false,
    async strike(stage, findings) {
      await forget(stage)
      stage.crm.delayMs = 60
      await sendLeads(stage, findings)
      await until(async () => stage.crm.calls.length > 5, 20_000)
      const pid = stage.worker.pid() ?? 0
      signalTree(pid, 'SIGSTOP')
      await sleep(5000)
      signalTree(pid, 'SIGCONT')
      await allThereOnce(stage, findings)
      findings.failUnless(stage.worker.pid() === pid, 'the worker restarted')
    },
  },
]
