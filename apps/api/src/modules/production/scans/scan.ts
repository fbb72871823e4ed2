import type { PieceEventType } from '@app/contract'

/** A scan of a piece by the Postal Service. */
export interface Scan {
  /** The first 20 digits of the barcode. */
  tracking: string
  type: PieceEventType
  /** The ZIP Code of the scanning facility. */
  zip: string | null
  /** Local time of the business if it has no zone: 2026-11-20T15:04:05. */
  at: string
}

/**
 * A source of scans: a file that staff import, or a service that is polled. A batch is stored as a whole, in the order of
 * the times. An earlier scan of a piece in a later batch changes nothing.
 */
export interface ScanFeed<Item extends Scan = Scan> {
  batches(): AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>
}
