import type { PieceEventType, ScanIssue, ScanRow } from '@app/contract'
import { statusesBefore } from '../../pieces/piece-states.ts'
import { scanTypeOf } from './operations.ts'

/** A scan of a piece by the Postal Service. */
export interface Scan {
  /** The first 20 digits of the barcode. */
  tracking: string
  type: PieceEventType
  /** The ZIP Code of the scanning facility. */
  zip: string | null
  /** Business local time if it has no zone: 2026-11-20T15:04:05. */
  at: string
}

/** A scan with its line number, starting at 1. */
export interface NumberedScan extends Scan {
  row: number
}

const barcodeOf = (text: string): string | undefined => {
  const digits = text.replaceAll(/[ -]/g, '')
  return /^\d{20}(?:\d{5}|\d{9}|\d{11})?$/.test(digits) ? digits : undefined
}

/** The first five digits; null for an empty text. */
function zipOf(text: string): string | null | undefined {
  const zip = text.trim()
  if (zip === '') return null
  return /^\d{5}(?:-?\d{4})?$/.test(zip) ? zip.slice(0, 5) : undefined
}

const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,6})?)?(?<zone>Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/
/** As spreadsheets format it: 11/25/2026 14:05 or 11/25/2026 2:05 PM. */
const american =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}) (?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<half>[AP]M))?$/i

/** 0 to 23. NaN for an hour that does not exist on a 12-hour clock. */
function hourOf(hour: string, half: string | undefined): number {
  if (half === undefined) return Number(hour)
  const isOnClock = Number(hour) >= 1 && Number(hour) <= 12
  return isOnClock ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number.NaN
}

const twoDigits = (number: number | string) => String(number).padStart(2, '0')

/** ISO text, with the zone if given. Undefined for a time that does not exist. */
function timeOf(text: string): string | undefined {
  const { groups } = iso.exec(text.trim()) ?? american.exec(text.trim()) ?? {}
  if (!groups) return undefined
  const { year, month = '', day = '', hour = '', half, minute, second = '00', zone = '' } = groups
  const local = `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hourOf(hour, half))}:${minute}:${second}`
  const instant = new Date(`${local}Z`)
  // Rejects days like February 30, which would become a day in March.
  const isReal = instant.getTime() > 0 && instant.toISOString().startsWith(local)
  return isReal ? local + zone : undefined
}

function readRow({ barcode, operation, zip: place = '', at }: ScanRow): Scan | ScanIssue['reason'] {
  const digits = barcodeOf(barcode)
  if (digits === undefined) return 'barcode_invalid'
  const type = scanTypeOf(operation)
  if (type === undefined) return 'operation_unknown'
  const zip = zipOf(place)
  if (zip === undefined) return 'zip_invalid'
  const time = timeOf(at)
  return time === undefined ? 'time_invalid' : { tracking: digits.slice(0, 20), type, zip, at: time }
}

const rowsAtOnce = 1_000

/**
 * Puts all scans of a piece into one batch, which is stored in time order, because a file may begin with the last scan.
 * Among scans with the same time, the latest mailing stage comes last, because more statuses allow it.
 */
function* batchesOfPieces(scans: readonly NumberedScan[]): Generator<readonly NumberedScan[]> {
  const inOrder = scans.toSorted((one, other) => statusesBefore(one.type).length - statusesBefore(other.type).length)
  let batch: NumberedScan[] = []
  for (const ofPiece of Map.groupBy(inOrder, ({ tracking }) => tracking).values()) {
    if (batch.length > 0 && batch.length + ofPiece.length > rowsAtOnce) {
      yield batch
      batch = []
    }
    batch.push(...ofPiece)
  }
  if (batch.length > 0) yield batch
}

/** The scans of a file in batches, and the lines that cannot be read. */
export function scansOf(rows: readonly ScanRow[]) {
  const scans: NumberedScan[] = []
  const issues: ScanIssue[] = []
  for (const [index, row] of rows.entries()) {
    const read = readRow(row)
    if (typeof read === 'string') issues.push({ row: index + 1, reason: read })
    else scans.push({ ...read, row: index + 1 })
  }
  return { issues, batches: batchesOfPieces(scans) }
}
