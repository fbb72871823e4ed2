import type { PieceEventType, PieceStatus } from '@app/contract'

/** The statuses of a piece, in order. A piece may skip some, and only moves back to be reprinted. */
const way = [
  'checking',
  'ready',
  'in_production',
  'printed',
  'mailed',
  'in_transit',
  'in_local_area',
  'out_for_delivery',
  're_routed',
  'delivered',
  'returned',
] as const satisfies PieceStatus[]

const between = (first: (typeof way)[number], end: (typeof way)[number]): readonly PieceStatus[] =>
  way.slice(way.indexOf(first), way.indexOf(end))

/**
 * The statuses from which an event moves a piece, and the resulting status. Without a `to`, the status is unchanged.
 */
const moves: Record<PieceEventType, { from: readonly PieceStatus[]; to?: PieceStatus }> = {
  'piece.created': { from: [], to: 'checking' },
  'piece.ready': { from: ['checking'], to: 'ready' },
  // Rejected by a check, or by staff who cannot print it.
  'piece.rejected': { from: ['checking', 'in_production', 'printed'], to: 'rejected' },
  'piece.canceled': { from: ['checking', 'ready'], to: 'canceled' },
  'piece.in_production': { from: ['ready'], to: 'in_production' },
  'piece.printed': { from: ['in_production'], to: 'printed' },
  'piece.mailed': { from: ['in_production', 'printed'], to: 'mailed' },
  // Spoiled sheets may be found until the mail leaves the building.
  'piece.reprinting': { from: ['in_production', 'printed'], to: 'ready' },
  // A Postal Service scan proves that the piece was mailed, whatever status staff have set.
  'piece.in_transit': { from: between('in_production', 'in_transit'), to: 'in_transit' },
  'piece.in_local_area': { from: between('in_production', 'in_local_area'), to: 'in_local_area' },
  'piece.out_for_delivery': { from: between('in_production', 'out_for_delivery'), to: 'out_for_delivery' },
  'piece.re_routed': { from: between('in_production', 're_routed'), to: 're_routed' },
  'piece.delivered': { from: between('in_production', 'delivered'), to: 'delivered' },
  'piece.returned': { from: between('in_production', 'returned'), to: 'returned' },
  'piece.scanned': { from: [...between('printed', 'returned'), 'returned'] },
}

/** The statuses in which an event has an effect. */
export const statusesBefore = (type: PieceEventType): readonly PieceStatus[] => moves[type].from

/**
 * The status of a piece after an event. Undefined when the event has no effect: it is a repeat, late, or impossible in
 * this status.
 */
export function statusAfter(status: PieceStatus, type: PieceEventType): PieceStatus | undefined {
  const { from, to = status } = moves[type]
  return from.includes(status) ? to : undefined
}
