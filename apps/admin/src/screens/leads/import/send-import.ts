import {
  checkLeadImport,
  createLeadImport,
  type LeadImportCheck,
  type LeadImportDuplicate,
  type LeadImportInput,
  type LeadImportRow,
} from '@app/api-client'
import { reasonOf } from '../../../components/Notices.tsx'
import { useIdempotencyKey } from '../../../components/use-idempotency-key.ts'
import { useWrite } from '../../../edit/use-write.ts'
import type { Mapping } from './mapping.ts'
import type { FileRow, TableFile } from '../../../files/read-table.ts'
import { type ReadRow, readRows } from './read-rows.ts'
import { type Fault, foundFaults, lostValues, ownFaults } from './row-errors.ts'

/** Allows for a large file over a slow connection. */
const timeoutMs = 120_000

export type Choices = Pick<LeadImportInput, 'duplicates' | 'ownerId' | 'sendsToCrm'>

/** The result of checking the rows of a file. */
export interface Checked {
  /** Rows that can be imported. */
  ready: ReadRow[]
  /** The `ready` rows as they are sent. */
  rows: LeadImportRow[]
  /** Duplicates among the `ready` rows, by their positions there, from 1. */
  duplicates: LeadImportDuplicate[]
  /** The reasons why the other rows can't be imported. */
  faults: Fault[]
  leftOut: FileRow[]
  /** Values dropped from `ready` rows. */
  lost: Fault[]
}

/** True if a row is probably about the same person. A shared phone number alone is only flagged. */
export const isRepeat = ({ reason }: LeadImportDuplicate): boolean => reason !== 'phone'

/** The number of leads that would be stored. */
export const importedOf = ({ ready, duplicates }: Checked, choices: Choices): number =>
  ready.length - (choices.duplicates === 'skip' ? duplicates.filter(isRepeat).length : 0)

/** Sorts the rows of a file into those that can be imported and those that can't. Stores nothing. */
export async function checkRows(file: TableFile, mapping: Mapping): Promise<Checked> {
  const context = { file, mapping }
  const read = readRows(file, mapping)
  const sound = read.filter((row) => !row.source.problem && row.unknown.length === 0)
  const { errors, duplicates } = await findIn(sound)
  const isBad = new Set(errors.map(({ row }) => row - 1))
  const ready = sound.filter((_, place) => !isBad.has(place))
  const faults = [...read.flatMap((row) => ownFaults(row, context)), ...foundFaults(errors, sound, context)]
  const places = new Map(ready.map((row, index) => [row, index + 1]))
  /** The row's position among the ready rows. The check reports duplicates only for rows without errors. */
  const placeOf = (row: number) => {
    const found = sound[row - 1]
    return (found && places.get(found)) ?? 0
  }
  return {
    ready,
    rows: ready.map(({ row }) => row),
    duplicates: duplicates.map(({ ofRow, ...duplicate }) => ({
      ...duplicate,
      row: placeOf(duplicate.row),
      ...(ofRow && { ofRow: placeOf(ofRow) }),
    })),
    faults: faults.toSorted((a, b) => a.source.number - b.source.number),
    leftOut: [...new Set(faults.map(({ source }) => source))],
    lost: ready.flatMap((row) => lostValues(row, context)),
  }
}

const findIn = async (rows: readonly ReadRow[]): Promise<LeadImportCheck> =>
  rows.length === 0
    ? { errors: [], duplicates: [] }
    : (await checkLeadImport({ rows: rows.map(({ row }) => row) }, { timeoutMs })).data

/**
 * Sends an import. Resending the same import uses the same key, so that it is not stored twice if the first response
 * was lost. A different import has a different key.
 */
export function useSendImport() {
  const keyOf = useIdempotencyKey()
  return useWrite({
    kind: 'leads',
    send: (order: LeadImportInput) => createLeadImport(order, keyOf(order), { timeoutMs }),
    failed: 'Failed to import leads',
    refusal: (error) => `${reasonOf(error)} Retrying won’t import anything twice.`,
  })
}
