import { type LeadImport, useGetCrmStatus } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { showSaved } from '../../../components/toasts.tsx'
import { reloadAfterChange } from '../../../cache/lead-cache.ts'
import type { UrlState } from '../../../list/use-url-state.ts'
import { nothing } from '../../../leads/desk-filter.ts'
import { countText, rowsText } from './import-order.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { useUndoImport } from './use-undo-import.ts'

/** The dialog of the address. What was imported is listed when it closes, and can be taken back. */
export function ImportLeads({ url }: { url: UrlState }) {
  const queryClient = useQueryClient()
  const { undo } = useUndoImport()
  // Whether there is a CRM decides what is preset, so the dialog waits for the answer, or for there being none.
  const crm = useGetCrmStatus({ query: { retry: false } })
  const close = () => url.set({ import: undefined })
  const listImported = ({ id, rows, skipped }: LeadImport) => {
    const detail =
      skipped > 0
        ? `${rowsText(skipped)} ${skipped === 1 ? 'was skipped as a duplicate' : 'were skipped as duplicates'}.`
        : undefined
    showSaved(`${countText(rows)} imported`, () => undo(id), detail)
    reloadAfterChange(queryClient)
    url.set({ ...nothing, import: undefined, importId: id })
  }
  if (crm.isPending) return null
  return (
    <ImportDialog
      hasCrm={crm.data !== undefined && crm.data.data.state !== 'not_configured'}
      onImported={listImported}
      onClose={close}
    />
  )
}
