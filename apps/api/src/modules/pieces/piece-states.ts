import type { PieceEventType, PieceStatus } from '@app/contract'

/** How far a piece has come. It only moves to a higher one. */
const ranks: Record<PieceStatus, number> = {
  checking: 0,
  rejected: 90,
  ready: 10,
  canceled: 90,
  in_production: 20,
  printed: 30,
  mailed: 40,
  in_transit: 50,
  in_local_area: 60,
  out_for_delivery: 70,
  re_routed: 75,
  delivered: 80,
  returned: 85,
}

/** Reported by the Postal Service. Such a report is proof that the piece was mailed, whatever staff have noted. */
const scans = [
  'piece.in_transit',
  'piece.in_local_area',
  'piece.out_for_delivery',
  'piece.re_routed',
  'piece.delivered',
  'piece.returned',
] as const

/** From which statuses an event can come. Any lower status, if nothing is named. */
const origins: Partial<Record<PieceEventType, readonly PieceStatus[]>> = {
  'piece.ready': ['checking'],
  // By a check, or by staff who cannot print it.
  'piece.rejected': ['checking', 'in_production', 'printed'],
  'piece.canceled': ['checking', 'ready'],
  'piece.in_production': ['ready'],
  'piece.printed': ['in_production'],
  'piece.mailed': ['in_production', 'printed'],
  // Spoiled sheets are found until the mail leaves the house.
  'piece.reprinting': ['in_production', 'printed'],
}

const isScan = (type: PieceEventType) => scans.some((one) => one === type)
const rankOfProduction = ranks.in_production

/** The statuses that events lead to. */
const statusOf = {
  'piece.created': 'checking',
  'piece.ready': 'ready',
  'piece.rejected': 'rejected',
  'piece.canceled': 'canceled',
  'piece.in_production': 'in_production',
  'piece.printed': 'printed',
  'piece.reprinting': 'ready',
  'piece.mailed': 'mailed',
  'piece.in_transit': 'in_transit',
  'piece.in_local_area': 'in_local_area',
  'piece.out_for_delivery': 'out_for_delivery',
  'piece.re_routed': 're_routed',
  'piece.delivered': 'delivered',
  'piece.returned': 'returned',
  'piece.scanned': undefined,
} as const satisfies Record<PieceEventType, PieceStatus | undefined>

/**
 * The status of a piece after an event. Undefined when the event changes nothing: it is a repeat, comes late, or is not
 * possible in this status.
 */
export function statusAfter(status: PieceStatus, type: PieceEventType): PieceStatus | undefined {
  if (type === 'piece.scanned')
    return ranks[status] >= ranks.printed && ranks[status] < ranks.rejected ? status : undefined
  const from = origins[type]
  if (from) return from.includes(status) ? statusOf[type] : undefined
  if (!isScan(type)) return undefined
  const next = statusOf[type]
  return ranks[status] >= rankOfProduction && next !== undefined && ranks[next] > ranks[status] ? next : undefined
}
