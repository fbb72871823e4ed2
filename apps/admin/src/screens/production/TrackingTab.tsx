import { type ScanImport, useListScanImports } from '@app/api-client'
import { Button } from '@mantine/core'
import { countText, figure } from '../../components/format.ts'
import { Stamp } from '../../components/Instant.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf, useUrlDialog, useUrlState } from '../../list/use-url-state.ts'
import { Cell, Row } from '../../list/Row.tsx'
import toolbar from '../../components/Toolbar.module.css'
import rows from '../../list/Rows.module.css'
import { useCanEdit } from '../../session/use-staff.ts'
import { ImportScansDialog } from './ImportScansDialog.tsx'

/** Imports of scan files. */
export function TrackingTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const dialog = useUrlDialog('import')
  const imports = useListScanImports(pageOf(url), keepPage)
  return (
    <>
      <div className={toolbar.bar}>
        <p className={rows.quiet}>
          Postal Service scans move pieces from mailed to delivered. Customers see each step.
        </p>
        {canEdit && <Button onClick={() => dialog.open()}>Import scans…</Button>}
      </div>
      <PagedRows
        query={imports}
        label="Scan imports"
        failure="The imports could not be loaded"
        empty="No scans imported yet"
        hint="Import a CSV file with barcodes, operations, and times."
      >
        {(imported) => <ImportRow key={imported.id} imported={imported} />}
      </PagedRows>
      {canEdit && dialog.isOpen && <ImportScansDialog onClose={dialog.close} />}
    </>
  )
}

function ImportRow({ imported }: { imported: ScanImport }) {
  const { fileName, by, createdAt, rows: total, moved, unchanged, unknown, invalid } = imported
  const others = [
    ...(unchanged > 0 ? [`${figure(unchanged)} duplicate or late`] : []),
    ...(unknown > 0 ? [`${figure(unknown)} unknown`] : []),
    ...(invalid > 0 ? [`${figure(invalid)} invalid`] : []),
  ]
  return (
    <Row label={fileName} columns="4fr 5fr">
      <Cell name={fileName} note={<Stamp text="Imported" at={createdAt} by={by} />} />
      <Cell note={others.join(', ')}>
        {figure(moved)} of {countText(total, 'row')} updated a piece
      </Cell>
    </Row>
  )
}
