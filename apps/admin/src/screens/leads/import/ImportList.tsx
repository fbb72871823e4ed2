import { type LeadImport, type LeadImportUndoResult, useListLeadImports } from '@app/api-client'
import { useState } from 'react'
import { countText } from '../../../components/format.ts'
import { Stamp } from '../../../components/Instant.tsx'
import { AskButton } from '../../../edit/AskButton.tsx'
import { PagedRows } from '../../../list/PagedRows.tsx'
import { keepPage, pageOf, type UrlState } from '../../../list/use-url-state.ts'
import { RowButton } from '../../../list/RowButton.tsx'
import { Cell, Row } from '../../../list/Row.tsx'
import rows from '../../../list/Rows.module.css'
import { useCanEdit } from '../../../session/use-staff.ts'
import { nothing } from '../../../leads/lead-list-filter.ts'
import { keptOf, SkippedLeads } from './SkippedLeads.tsx'
import { importUndo } from './import-undo.ts'

/** Past imports, and how many of their leads still exist. */
export function ImportList({ url }: { url: UrlState }) {
  const canEdit = useCanEdit()
  const imports = useListLeadImports(pageOf(url), keepPage)
  const [outcome, setOutcome] = useState<LeadImportUndoResult>()
  return (
    <>
      {outcome && keptOf(outcome) > 0 && <SkippedLeads outcome={outcome} onOpen={(lead) => url.set({ lead })} />}
      <PagedRows
        query={imports}
        label="Imports"
        empty="No imports yet"
        hint="Imported leads appear in the list with all other leads."
      >
        {(imported) => (
          <ImportRow
            key={imported.id}
            imported={imported}
            onShow={() => url.set({ ...nothing, importId: imported.id })}
            onUndone={canEdit ? setOutcome : undefined}
          />
        )}
      </PagedRows>
    </>
  )
}

type RowProps = {
  imported: LeadImport
  onShow: () => void
  onUndone: ((outcome: LeadImportUndoResult) => void) | undefined
}

function ImportRow({ imported, onShow, onUndone }: RowProps) {
  const { id, fileName, by, createdAt, rows: stored, skipped, leftOut, left, sendsToCrm, undoneAt, undoneBy } = imported
  return (
    <Row label={fileName} columns="4fr 4fr auto">
      <Cell name={fileName} note={<Stamp text="Imported" at={createdAt} by={by} />} />
      <div>
        {countText(stored, 'lead')}
        {skipped > 0 && `, ${countText(skipped, 'row')} skipped`}
        {leftOut > 0 && `, ${countText(leftOut, 'row')} not importable`}
        <p className={rows.quiet}>
          {left === stored ? 'All still there' : `${countText(left, 'lead')} left`}
          {!sendsToCrm && ', not sent to the CRM'}
          {undoneAt && <Stamp text=", undone" at={undoneAt} by={undoneBy} />}
        </p>
      </div>
      <div className={rows.actions}>
        {left > 0 && <RowButton text="Show leads" label={`Show leads of ${fileName}`} onClick={onShow} />}
        {onUndone && left > 0 && (
          <AskButton
            {...importUndo}
            text="Undo import"
            label={`Undo import of ${fileName}`}
            title="Undo this import?"
            action="Delete its leads"
            send={() => importUndo.send(id)}
            onSaved={onUndone}
          >
            Deletes every lead from <bdi>{fileName}</bdi> that no one has worked on. Leads that someone edited, merged,
            or replied to, and leads that are in the CRM, are kept.
          </AskButton>
        )}
      </div>
    </Row>
  )
}
