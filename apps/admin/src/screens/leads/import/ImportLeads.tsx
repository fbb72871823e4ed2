import { countText } from '../../../components/figure.ts'
import { type LeadImport, useGetCrmStatus } from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { showSaved } from '../../../components/toasts.tsx'
import { reloadAfterChange } from '../../../cache/lead-cache.ts'
import type { UrlState } from '../../../list/use-url-state.ts'
import { nothing } from '../../../leads/lead-list-filter.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { useUndoImport } from './use-undo-import.ts'

/** The import dialog. When it closes, the result is shown and can be undone. */
export function ImportLeads({ url }: { url: UrlState }) {
  const queryClient = useQueryClient()
  const undo = useUndoImport()
  // A preset depends on whether there is a CRM, so the dialog waits for that call to succeed or fail.
  const crm = useGetCrmStatus()
  const close = () => url.set({ import: undefined }, { replace: true })
  const listImported = ({ id, rows, skipped, leftOut }: LeadImport) => {
    const details = [
      ...(skipped > 0
        ? [
            `${countText(skipped, 'row')} ${skipped === 1 ? 'was skipped as a duplicate' : 'were skipped as duplicates'}.`,
          ]
        : []),
      ...(leftOut > 0
        ? [`${countText(leftOut, 'row')} to fix ${leftOut === 1 ? 'was' : 'were'} saved to a file.`]
        : []),
    ]
    showSaved(`${countText(rows, 'lead')} imported`, () => undo.start(id), details.join(' ') || undefined)
    reloadAfterChange(queryClient)
    url.set({ ...nothing, import: undefined, importId: id }, { replace: true })
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
