import type { FirstReply } from '@app/contract'

// Computes the expected daily facts, adding them up lead by lead.

/** The facts by key, without those that are 0. */
export type Facts = Record<string, string>

export interface FactLead {
  day: string
  status: string
  stage: string
  industry: string | null
  volume: string | null
  source: string
  cents: number | null
  owner: string | null
  reason: string | null
  reply: string
  keys: string[] | null
}

export const isWon = ({ status, stage }: FactLead) => status !== 'lost' && (status === 'won' || stage === 'won')

/** How long a lead waited for a reply, as a range of hours. */
export function replyOf({ reply }: FactLead): FirstReply {
  if (reply === 'none') return 'none'
  const hours = Number(reply) / 3600
  if (hours <= 1) return 'hour'
  if (hours <= 24) return 'day'
  return hours <= 72 ? 'three_days' : 'later'
}

/** The same facts, added up here lead by lead. */
export function expectedFacts(leads: readonly FactLead[]): Facts {
  const sums = new Map<string, [number, number, number]>()
  for (const lead of leads) {
    const { day, status, stage, industry, volume, source, owner, reason, keys } = lead
    const won = isWon(lead) ? 't' : 'f'
    const cents = isWon(lead) ? lead.cents : null
    const valued: [number, number] = [cents === null ? 0 : 1, cents ?? 0]
    const add = (key: unknown[], [worth, sum]: [number, number]) => {
      const [count, before, total] = sums.get(key.join('|')) ?? [0, 0, 0]
      sums.set(key.join('|'), [count + 1, before + worth, total + sum])
    }
    add(['total', '-infinity', source, status, stage, industry ?? '', volume ?? '', won], valued)
    add(['day', day, '', status, stage, '', volume ?? '', won], valued)
    add(['source', day, source, '', '', '', '', 'f'], [0, 0])
    add(['owner', day, owner ?? '', '', stage, '', '', won], valued)
    if (stage === 'lost') add(['lost', day, reason ?? '', '', stage, '', '', 'f'], [0, 0])
    add(['reply', day, replyOf(lead), '', '', '', '', 'f'], [0, 0])
    for (const key of keys ?? ['unknown']) {
      const [kind, ...name] = key.split('=')
      add([kind, day, name.join('='), '', '', '', '', won], valued)
    }
  }
  return Object.fromEntries([...sums].map(([key, three]) => [key, three.join(' ')]))
}

const worth: Readonly<Record<string, number>> = { 'under-1000': 340, 'over-100000': 59_000 }

/** The dashboard figures, computed from their definitions. */
export function expectedStats(leads: readonly FactLead[]) {
  const converted = leads.filter(({ status, stage }) => !['new', 'sync_failed'].includes(status) || stage === 'won')
  const open = leads.filter(({ status, stage }) => status !== 'lost' && stage !== 'lost')
  const dollars = open.map(({ volume, cents }) => (cents === null ? (worth[volume ?? ''] ?? 0) : cents / 100))
  return {
    totalLeads: leads.length,
    conversionRate: leads.length === 0 ? 0 : Math.round((converted.length * 1000) / leads.length) / 10,
    pipelineValue: Math.round(dollars.reduce((sum, one) => sum + one * 100, 0)) / 100,
  }
}
