import { createHash } from 'node:crypto'
import { type PieceEventType, TestOutcome, type TestTimeline } from '@app/contract'
import type { StoredTimeline } from '../../entities/pieces.entity.ts'

/** Share of delivered pieces when the request specifies no outcome. */
const usualShare = 0.9

/** A number in [0, 1) derived from a seed and a name. */
function chance(seed: number, name: string): number {
  const digest = createHash('sha256').update(`${seed} ${name}`).digest()
  return digest.readUInt32BE() / 2 ** 32
}

/** The simulated mailing of a test piece. Missing values are derived from the seed, or from the piece's id. */
export function timelineOf({ Outcome, Seed, Pace = 'fast' }: TestTimeline = {}, id: string): StoredTimeline {
  const seed = Seed ?? createHash('sha256').update(id).digest().readUInt32BE() >>> 1
  const outcomes = TestOutcome.enum
  const chosen =
    chance(seed, 'usual') < usualShare ? 'delivered' : outcomes[Math.floor(chance(seed, 'outcome') * outcomes.length)]
  return { Outcome: Outcome ?? chosen ?? 'delivered', Seed: seed, Pace }
}

type Step = readonly [type: PieceEventType, days: number]

const production = [
  ['piece.in_production', 0.3],
  ['piece.printed', 0.6],
  ['piece.mailed', 1],
] as const satisfies Step[]
const transit = [
  ['piece.in_transit', 2],
  ['piece.in_local_area', 3],
  ['piece.out_for_delivery', 3.6],
] as const satisfies Step[]
const delivered = ['piece.delivered', 4.2] as const satisfies Step

/** Events after the checks, with the days since then. A rejected piece ends with its checks. */
const steps: Record<StoredTimeline['Outcome'], readonly Step[]> = {
  delivered: [...production, ...transit, delivered],
  delivered_and_scanned: [...production, ...transit, delivered, ['piece.scanned', 4.6]],
  delivered_late: [
    ...production,
    ['piece.in_transit', 2],
    ['piece.in_local_area', 7],
    ['piece.out_for_delivery', 8.6],
    ['piece.delivered', 9.2],
  ],
  re_routed: [...production, ...transit, ['piece.re_routed', 4], ['piece.delivered', 7]],
  returned: [...production, ...transit, ['piece.returned', 6]],
  returned_after_delivery: [...production, ...transit, delivered, ['piece.returned', 8]],
  rejected: [],
  reprinted: [
    ['piece.in_production', 0.3],
    ['piece.reprinting', 0.5],
    ['piece.in_production', 0.7],
    ['piece.printed', 0.9],
    ['piece.mailed', 1.2],
    ...transit,
    delivered,
  ],
  stuck_in_production: [['piece.in_production', 0.3]],
  never_scanned: production,
  lost_in_transit: [...production, ['piece.in_transit', 2]],
  // The local-area scan is reported last, after delivery, so it changes nothing.
  scanned_out_of_order: [
    ...production,
    ['piece.in_transit', 2],
    ['piece.out_for_delivery', 3.6],
    ['piece.in_transit', 3.8],
    delivered,
    ['piece.in_local_area', 4.6],
  ],
}

const dayMs = 86_400_000
/**
 * At this pace, the longest timeline takes six seconds, so that everything is over ten seconds after the piece was
 * sent.
 */
const fastDayMs = 650

/**
 * The timeline steps, in milliseconds after the piece was ready. Live-pace steps are shifted by up to a third of a day
 * either way, depending on their seed.
 */
export function timedSteps({ Outcome, Seed, Pace }: StoredTimeline) {
  let last = 0
  return steps[Outcome].map(([type, days], index) => {
    const shift = Pace === 'live' ? (chance(Seed, `step ${index}`) - 0.5) / 1.5 : 0
    last = Math.max(last, (days + shift) * (Pace === 'live' ? dayMs : fastDayMs))
    return { type, afterMs: Math.round(last) }
  })
}
