import { setTimeout as sleep } from 'node:timers/promises'
import { signalTree, killTree } from '../load/processes.ts'
import type { Mood } from '../fake-pipedrive/index.ts'
import type { Fault } from './fault.ts'
import type { Findings } from './findings.ts'
import type { Stage } from './stage.ts'

const leads = 12
const healLimitMs = 150_000

/** Everything from before is forgotten here and there, so that what is counted is what this fault made. */
async function forget(stage: Stage): Promise<void> {
  await stage.query('truncate lead')
  await stage.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))',
  )
  await stage.query(
    'update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null, not_before = null',
  )
  stage.crm.clear()
}

/** Sends leads as visitors do and gives the longest time that one of them waited for its answer. */
async function sendLeads(stage: Stage, findings: Findings): Promise<void> {
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
    findings.holds(`a visitor was answered ${status}`, status === 201)
  }
  findings.figure(`visitors waited ${Math.round(longest)} ms at most`)
}

const countOf = async (stage: Stage, condition: string): Promise<number> => {
  const [row] = await stage.query<{ count: number }>(`select count(*)::int as count from lead where ${condition}`)
  return row?.count ?? 0
}

async function until(isDone: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const since = Date.now(); Date.now() - since < limitMs; await sleep(200)) if (await isDone()) return true
  return false
}

/** After recovery every lead is in the CRM once: its person, its organization and its note too. */
async function allThereOnce(stage: Stage, findings: Findings): Promise<void> {
  const since = Date.now()
  const isHealed = await until(async () => (await countOf(stage, `status <> 'synced'`)) === 0, healLimitMs)
  findings.holds(`${await countOf(stage, `status <> 'synced'`)} leads never reached the CRM`, isHealed)
  const { leads: made, persons, organizations, notes } = stage.crm.stored
  const wanted = { leads, persons: leads, organizations: 3, notes: leads }
  const counted = {
    leads: made.length,
    persons: persons.length,
    organizations: organizations.length,
    notes: notes.length,
  }
  findings.holds(`the CRM holds ${JSON.stringify(counted)}`, JSON.stringify(counted) === JSON.stringify(wanted))
  findings.figure(`all there once ${((Date.now() - since) / 1000).toFixed(0)} s after recovery`)
}

interface Trouble {
  id: string
  name: string
  /** Nobody listens there while there is none. */
  mood?: Mood | ((call: string) => Mood)
  /** Staff press "retry" once the CRM is well again. */
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
    // What the buttons of staff do: they are tested where they are.
    if (byHand) await stage.query(`update lead set status = 'new', crm_enqueued_at = null where status = 'sync_failed'`)
    await stage.query('update crm_state set credentials_rejected_at = null, credentials_rejected_reason = null')
    await allThereOnce(stage, findings)
  },
})

/** The first call after a while goes wrong, the next ones well: what a caller meets on a bad day. */
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
      // It asks for a second each time, and one caller at a time is all it hears.
      findings.holds(`${stage.crm.calls.length} calls in 5 s although it wants rest`, stage.crm.calls.length <= 8)
    },
  }),
  inTrouble({
    id: 'R16',
    name: 'the CRM refuses (422), staff retry by hand',
    mood: 'refused',
    byHand: true,
    alsoHolds: async (stage, findings) => {
      const failed = await countOf(stage, `status = 'sync_failed' and crm_error is not null`)
      findings.holds(`${failed} of ${leads} are shown as failed with a reason`, failed === leads)
      findings.holds('each was refused once only', (await countOf(stage, 'crm_attempts > 1')) === 0)
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
      findings.holds(`${stage.crm.calls.length} calls although it locks out`, stage.crm.calls.length <= 3)
      const [state] = await stage.query<{ paused: boolean }>(
        'select credentials_rejected_at is not null as paused from crm_state',
      )
      findings.holds('staff are told', state?.paused === true)
    },
  }),
  {
    id: 'R04',
    name: 'the worker is told to end in the middle of a call that hangs',
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
      findings.holds('it ended within 20 s', Date.now() - since < 20_000)
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
      findings.holds('it was ended by it', stage.worker.pid() === pid)
    },
  },
]
