import { createScanImport, type ScanImportReport, type ScanIssue, type ScanRow } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldNames } from '@app/labels'
import { countText } from '../../components/format.ts'
import { reloadAfterOwn } from '../../cache/reload-records.ts'
import { ErrorNotice } from '../../components/Notices.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { FileChoice } from '../../files/FileChoice.tsx'
import files from '../../files/Files.module.css'
import { RowTable } from '../../files/RowTable.tsx'
import { readTable, type TableFile } from '../../files/read-table.ts'
import { StepHeading } from '../../files/StepHeading.tsx'
import { tableText } from '../../files/table-text.ts'
import { browser } from '../../urls/browser.ts'

/** Allows for a large file over a slow connection. */
const timeoutMs = 120_000
const previewed = 5

const titles = { file: '1. Choose a file', columns: '2. Check the columns', report: '3. Report' } as const

/** Imports a file of scans by the Postal Service, which update the status of pieces. */
export function ImportScansDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<TableFile>()
  const [columns, setColumns] = useState<ScanColumns>({})
  const [isSubmitted, setSubmitted] = useState(false)
  const oneAtATime = useOneAtATime()
  const send = useMutation({
    mutationFn: ({ name, rows }: TableFile) =>
      createScanImport({ fileName: name, rows: rows.map(({ cells }) => toScanRow(cells, columns)) }, { timeoutMs }),
    onSuccess: (_report, _file, _result, { client }) => reloadAfterOwn(client, 'scan_imports', undefined),
  })
  const report = send.data?.data
  const step = report ? 'report' : file ? 'columns' : 'file'
  const action = { file: 'Continue', columns: `Import ${countText(file?.rows.length ?? 0, 'row')}`, report: 'Done' }
  const takeFile = (taken: TableFile) => {
    setFile(taken)
    setColumns(guessScanColumns(taken.headings))
    setSubmitted(false)
  }
  const submit = () => {
    if (report) return onClose()
    setSubmitted(true)
    if (file && missingFields(columns).length === 0) oneAtATime(() => send.mutateAsync(file))
  }
  return (
    <FormDialog
      title="Import scans"
      size="xl"
      action={action[step]}
      isDirty={file !== undefined && !report}
      isSaving={send.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <StepHeading title={titles[step]} />
      {step === 'file' && (
        <FileChoice
          label="CSV file of scans"
          read={(chosen) => readTable(chosen, refuseScan)}
          isSubmitted={isSubmitted}
          onFile={takeFile}
        />
      )}
      {file && step === 'columns' && (
        <>
          <Columns file={file} columns={columns} isSubmitted={isSubmitted} onChange={setColumns} />
          {send.isError && (
            <ErrorNotice
              title="The scans could not be imported"
              query={{ error: send.error, refetch: submit, isFetching: send.isPending }}
            />
          )}
        </>
      )}
      {file && report && <Report report={report} file={file} columns={columns} />}
    </FormDialog>
  )
}

type ColumnsProps = {
  file: TableFile
  columns: ScanColumns
  isSubmitted: boolean
  onChange: (columns: ScanColumns) => void
}

/** Maps fields to columns, and previews the first rows as they would be imported. */
function Columns({ file, columns, isSubmitted, onChange }: ColumnsProps) {
  const options = [
    { value: '', label: 'No column' },
    ...file.headings.map((label, index) => ({ value: String(index), label })),
  ]
  const missing = isSubmitted ? missingFields(columns) : []
  const choose = (field: ScanField, value: string) => {
    const { [field]: _before, ...others } = columns
    onChange(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <>
      <p className={files.text}>
        <bdi>{file.name}</bdi> has {countText(file.rows.length, 'row')}. Importing the same file twice has no effect.
      </p>
      <div className={files.grid}>
        {scanFields.map((field) => (
          <NativeSelect
            key={field}
            label={scanFieldLabels[field]}
            data={options}
            value={columns[field] === undefined ? '' : String(columns[field])}
            error={
              missing.includes(field) ? `Choose the column of the ${scanFieldLabels[field].toLowerCase()}` : undefined
            }
            onChange={(event) => choose(field, event.currentTarget.value)}
          />
        ))}
      </div>
      <p className={files.quiet}>
        Operations: in transit, in local area, out for delivery, re-routed, delivered, returned, scanned, or a code of
        the Postal Service like 896. Times without a zone are in your business’s time zone.
      </p>
      <RowTable
        label="Preview"
        caption="Preview of the first rows"
        headings={['Row', ...scanFields.map((field) => scanFieldLabels[field])]}
        rows={file.rows.slice(0, previewed).map(({ number, cells }) => {
          const row = toScanRow(cells, columns)
          return [String(number), ...scanFields.map((field) => row[field])]
        })}
      />
    </>
  )
}

type ReportProps = { report: ScanImportReport; file: TableFile; columns: ScanColumns }

function Report({ report, file, columns }: ReportProps) {
  const { rows, moved, unchanged, unknown, invalid, issues } = report
  const headings = ['Row', 'Barcode', 'Operation', 'Time', 'Problem']
  const found = issueRows(issues, file, columns)
  return (
    <>
      <p role="status" className={files.text}>
        {countText(rows, 'row')}: {moved.toLocaleString('en-US')} updated a piece, {unchanged.toLocaleString('en-US')}{' '}
        had no effect (duplicates or late scans), {unknown.toLocaleString('en-US')} had an unknown barcode, and{' '}
        {invalid.toLocaleString('en-US')} could not be read.
      </p>
      {issues.length > 0 && (
        <RowTable
          label="Rows that were not imported"
          headings={headings}
          rows={found}
          save={{
            text: 'Download these rows',
            onSave: () =>
              browser.saveFile(
                new Blob([tableText([headings, ...found])], { type: 'text/csv' }),
                `problems of ${file.name}`,
              ),
          }}
        />
      )}
    </>
  )
}

/** The parts of a scan, as columns of a file. */
const scanFieldLabels = { barcode: 'Barcode', operation: 'Operation', zip: 'ZIP Code', at: 'Time' }
const scanFields = fieldNames(scanFieldLabels)
type ScanField = keyof typeof scanFieldLabels

/** The index of each part's column. */
type ScanColumns = Partial<Record<ScanField, number>>

/** Words in the headings of files from the Postal Service and from mailing services. */
const words: Readonly<Record<ScanField, RegExp>> = {
  barcode: /barcode|imb\b|intelligent mail/i,
  operation: /operation|op ?code|event|status/i,
  zip: /zip|postal/i,
  at: /time|date|\bat\b/i,
}

function guessScanColumns(headings: readonly string[]): ScanColumns {
  const columns: ScanColumns = {}
  const taken = new Set<number>()
  for (const field of scanFields) {
    const index = headings.findIndex((heading, place) => !taken.has(place) && words[field].test(heading))
    if (index < 0) continue
    columns[field] = index
    taken.add(index)
  }
  return columns
}

/** Required fields without a column. The ZIP Code is optional. */
const missingFields = (columns: ScanColumns): ScanField[] =>
  scanFields.filter((field) => field !== 'zip' && columns[field] === undefined)

/** The API's limits. A longer cell is not a barcode, operation, ZIP Code, or time anyway. */
const maxLengths: Readonly<Record<ScanField, number>> = { barcode: 60, operation: 60, zip: 20, at: 40 }

function toScanRow(cells: readonly string[], columns: ScanColumns): Required<ScanRow> {
  const cell = (field: ScanField) => {
    const column = columns[field]
    return column === undefined ? '' : (cells[column] ?? '').trim().slice(0, maxLengths[field])
  }
  return { barcode: cell('barcode'), operation: cell('operation'), zip: cell('zip'), at: cell('at') }
}

/** Rejects a first row that contains a scan instead of headings. */
const refuseScan = (cells: readonly string[]): string | undefined =>
  cells.some((cell) => /^\d{20,31}$/.test(cell.replaceAll(/[ -]/g, '')))
    ? 'The first row contains a barcode. Add a row of column headings above it, then choose the file again.'
    : undefined

const reasons: Readonly<Record<ScanIssue['reason'], string>> = {
  barcode_invalid: 'The barcode does not have 20, 25, 29, or 31 digits',
  operation_unknown: 'The operation is unknown',
  zip_invalid: 'The ZIP Code is not valid',
  time_invalid: 'The time is not valid. Use 11/25/2026 2:05 PM or 2026-11-25T14:05:00',
  time_in_future: 'The time is in the future',
  barcode_unknown: 'No printed live piece has this barcode',
}

/** The rows that were not imported: row number in the file, content, and reason. */
const issueRows = (issues: readonly ScanIssue[], file: TableFile, columns: ScanColumns): string[][] =>
  issues.map(({ row, reason }) => {
    const line = file.rows[row - 1]
    const { barcode, operation, at } = toScanRow(line?.cells ?? [], columns)
    return [String(line?.number ?? row), barcode, operation, at, reasons[reason]]
  })
