import { createScanImport, type ScanImportReport } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '../../components/format.ts'
import { reloadAfterOwn } from '../../cache/reload-records.ts'
import { ErrorNotice } from '../../components/Notices.tsx'
import { useOneAtATime } from '../../components/use-one-at-a-time.ts'
import { FormDialog } from '../../edit/record-form.tsx'
import { FileChoice } from '../../files/FileChoice.tsx'
import files from '../../files/Files.module.css'
import { RowTable } from '../../files/RowTable.tsx'
import { readTable, type TableFile } from '../../files/read-table.ts'
import { StepHeading } from '../../files/StepHeading.tsx'
import { tableText } from '../../files/table-text.ts'
import { browser } from '../../urls/browser.ts'
import {
  guessScanColumns,
  issueRows,
  missingFields,
  refuseScan,
  type ScanColumns,
  type ScanField,
  scanFieldLabels,
  scanFields,
  toScanRow,
} from './scan-columns.ts'

/** Allows for a large file over a slow connection. */
const timeoutMs = 120_000
const previewed = 5

const titles = { file: '1. Choose a file', columns: '2. Check the columns', report: '3. Report' } as const

/** Imports a scan file: it moves pieces as the Postal Service has seen them. */
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
  const action = { file: 'Continue', columns: `Import ${countText(file?.rows.length ?? 0, 'line')}`, report: 'Done' }
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

/** Maps fields to columns, and previews the first lines as they would be imported. */
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
        <bdi>{file.name}</bdi> has {countText(file.rows.length, 'line')}. Importing a file twice changes nothing.
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
        the Postal Service like 896. Times without a zone are in the time zone of the business.
      </p>
      <RowTable
        label="Preview"
        caption="Preview of the first lines"
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
        {countText(rows, 'line')}: {moved.toLocaleString('en-US')} moved a piece, {unchanged.toLocaleString('en-US')}{' '}
        changed nothing (repeats, or late ones), {unknown.toLocaleString('en-US')} had an unknown barcode, and{' '}
        {invalid.toLocaleString('en-US')} could not be read.
      </p>
      {issues.length > 0 && (
        <RowTable
          label="Lines that were not imported"
          headings={headings}
          rows={found}
          save={{
            text: 'Download these lines',
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
