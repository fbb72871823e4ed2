import {
  createLeadImport,
  type LeadImport,
  type LeadImportCheck,
  type LeadImportInput,
  type LeadImportRow,
} from '@app/api-client'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { reasonOf } from '../../../components/ErrorNotice.tsx'
import { showFailure } from '../../../components/toasts.tsx'

export type Choices = Pick<LeadImportInput, 'duplicates' | 'ownerId' | 'sendsToCrm'>

/** The rows that were checked, and the result. */
export interface Checked extends LeadImportCheck {
  rows: LeadImportRow[]
}

export const countText = (count: number): string => (count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`)
export const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

/** The number of leads that would be stored. */
export const importedOf = ({ rows, duplicates }: Checked, choices: Choices): number =>
  rows.length - (choices.duplicates === 'skip' ? duplicates.length : 0)

interface Options {
  timeoutMs: number
  onImported: (imported: LeadImport) => void
}

/**
 * Sends an import. The same import always has the same key, so that one whose response was lost is not stored twice. A
 * different import has a different key.
 */
export function useSendImport({ timeoutMs, onImported }: Options) {
  const sent = useRef<{ order: LeadImportInput; key: string }>(undefined)
  const keyOf = (order: LeadImportInput): string => {
    const before = sent.current
    const isSame =
      before?.order.rows === order.rows &&
      before.order.duplicates === order.duplicates &&
      before.order.ownerId === order.ownerId &&
      before.order.sendsToCrm === order.sendsToCrm
    const key = isSame ? before.key : crypto.randomUUID()
    sent.current = { order, key }
    return key
  }
  return useMutation({
    mutationFn: (order: LeadImportInput) => createLeadImport(order, { 'Idempotency-Key': keyOf(order) }, { timeoutMs }),
    onSuccess: ({ data }) => onImported(data),
    onError: (error) =>
      showFailure(error, 'Failed to import leads', `${reasonOf(error)} Retrying won’t import anything twice.`),
  })
}
