import type { PieceSize, PostalClass, PrintRun, PrintRunStatus } from '@app/api-client'
import { labelOf, pieceSizeLabels, postalClassLabels, printRunStatusLabels } from '@app/labels'
import { countText, dateText, dayText, figure } from '../../components/format.ts'

/** "1", or "1–3" if the pieces differ. */
export const rangeText = (least: number, most: number): string =>
  least === most ? figure(least) : `${figure(least)}–${figure(most)}`

export const kindText = ({ size, postalClass }: { size: PieceSize; postalClass: PostalClass }): string =>
  `${labelOf(pieceSizeLabels, size)}, ${labelOf(postalClassLabels, postalClass)}`

export const statusText = (status: PrintRunStatus): string => labelOf(printRunStatusLabels, status)

const colors: Readonly<Record<PrintRunStatus, string>> = {
  preparing: 'gold',
  ready: 'teal',
  printed: 'teal',
  mailed: 'gray',
  canceled: 'gray',
}

export const statusColor = (status: PrintRunStatus): string => labelOf(colors, status)

export const openStatuses = ['preparing', 'ready', 'printed'] as const satisfies PrintRunStatus[]

/** True if a run is neither mailed nor canceled. */
export const isOpen = ({ status }: PrintRun): boolean => openStatuses.some((open) => open === status)

/** How many files of a run are ready. Empty if they all are. */
export function filesText({ status, files, preparedFiles, failedFiles }: PrintRun): string {
  if (failedFiles > 0) return `${countText(failedFiles, 'file')} failed`
  return status === 'preparing' ? `${preparedFiles} of ${countText(files, 'file')} ready` : ''
}

const units = ['bytes', 'kB', 'MB', 'GB']

/** "3.9 MB" */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[power]}`
}

/** The labels of fields in lists of changes. */
export const runLabels: Readonly<Record<string, string>> = {
  status: 'Status',
  mailedOn: 'Mailed on',
  postOffice: 'Post office',
  statementNumber: 'Statement number',
  size: 'Size',
  postalClass: 'Class',
  cutoffAt: 'Cutoff',
  maxPieces: 'Maximum pieces',
  pieces: 'Pieces',
  places: 'Positions',
  reason: 'Reason',
  rows: 'Rows',
  moved: 'Updated',
  unchanged: 'No effect',
  unknown: 'Unknown barcodes',
  invalid: 'Invalid rows',
}

export function valueText(field: string, value: string): string {
  if (field === 'status') return labelOf(printRunStatusLabels, value)
  if (field === 'size') return labelOf(pieceSizeLabels, value)
  if (field === 'cutoffAt') return dateText(value)
  if (field === 'mailedOn' && value) return dayText(value)
  if (field === 'postalClass') return labelOf(postalClassLabels, value)
  return value ? `“${value}”` : 'empty'
}
