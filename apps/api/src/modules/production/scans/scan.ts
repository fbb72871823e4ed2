import type { PieceEventType } from '@app/contract'

/** A scan of a piece by the Postal Service. */
export interface Scan {
  /** The first 20 digits of the barcode. */
  tracking: string
  type: PieceEventType
  /** Where it was scanned. */
  zip: string | null
  /** Local time of the business if it has no zone: 2026-11-20T15:04:05. */
  at: string
}

/**
 * Where scans come from: a file that staff import, or a service that is asked for them. A batch is stored as a whole, in the order of
 * the times. What a later batch has about an earlier time of a piece changes nothing any more.
 */
export interface ScanFeed<Item extends Scan = Scan> {
  batches(): AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>
}
