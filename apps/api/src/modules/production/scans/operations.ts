import type { PieceEventType } from '@app/contract'

/** The scan types. */
const scanTypes = [
  'piece.in_transit',
  'piece.in_local_area',
  'piece.out_for_delivery',
  'piece.re_routed',
  'piece.delivered',
  'piece.returned',
  'piece.scanned',
] as const satisfies PieceEventType[]
type ScanType = (typeof scanTypes)[number]

/**
 * Operation codes of the machines that sort letters and cards; the last digit is the sort level. USPS publishes the
 * list as "Operation Codes" of Informed Visibility on PostalPro. These are the sorters of most letters, not all codes:
 * check the current USPS table before you rely on them.
 */
const sorters = ['89', '91']
const sorted: Record<string, ScanType> = {
  // Outgoing, primary and secondary; managed mail; incoming at a sectional center.
  1: 'piece.in_transit',
  2: 'piece.in_transit',
  3: 'piece.in_transit',
  4: 'piece.in_transit',
  // Incoming, primary and secondary; box sections; first pass of delivery sequencing.
  5: 'piece.in_local_area',
  6: 'piece.in_local_area',
  7: 'piece.in_local_area',
  8: 'piece.in_local_area',
  // Second pass of delivery sequencing: the carrier takes the piece next.
  9: 'piece.out_for_delivery',
}

const operations = new Map<string, ScanType>([
  ...scanTypes.map((type) => [type.slice('piece.'.length), type] as const),
  ...sorters.flatMap((sorter) => Object.entries(sorted).map(([digit, type]) => [sorter + digit, type] as const)),
])

/** The event of an operation: one of our own names in any spelling, or a USPS code. Undefined for anything else. */
export const scanTypeOf = (operation: string): ScanType | undefined =>
  operations.get(operation.trim().toLowerCase().replaceAll(/[ -]/g, '_'))
