import { type LeadImport, useGetCrmStatus } from '@app/api-client'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText } from '../../../components/format.ts'
import { showSaved } from '../../../components/toasts.tsx'
import type { UrlState } from '../../../list/use-url-state.ts'
import { nothing } from '../../../leads/lead-list-filter.ts'
import { importUndo } from './import-undo.ts'
import { ErrorNotice } from '../../../components/Notices.tsx'
import { useWrite } from '../../../edit/use-write.ts'
import { FormDialog } from '../../../edit/FormDialog.tsx'
import { useOneAtATime } from '../../../components/use-one-at-a-time.ts'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileChoice } from '../../../files/FileChoice.tsx'
import files from '../../../files/Files.module.css'
import { readLeadFile } from './read-lead-file.ts'
import { type Mapping, missingTargets } from './mapping.ts'
import type { TableFile } from '../../../files/read-table.ts'
import { StepHeading } from '../../../files/StepHeading.tsx'
import { suggested } from './read-rows.ts'
import { saveFaults } from './row-errors.ts'
import { keepMapping, readMapping } from './saved-mapping.ts'
import { checkRows, type Choices, importedOf, useSendImport } from './send-import.ts'

/** The import dialog. When it closes, the result is shown and can be undone. */
export function ImportLeads({ url }: { url: UrlState }) {
  const undo = useWrite(importUndo)
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

type Props = {
  /** True if a CRM is connected. Leads are then sent to it by default. */
  hasCrm: boolean
  onImported: (imported: LeadImport) => void
  onClose: () => void
}

const titles = { file: '1. Choose a file', columns: '2. Map columns', check: '3. Check and import' } as const
type Step = keyof typeof titles

/** The state of the three steps. `submit` continues to the next one. */
function useImport({ hasCrm, onImported }: Pick<Props, 'hasCrm' | 'onImported'>) {
  const [file, setFile] = useState<TableFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [isSubmitted, setSubmitted] = useState(false)
  const [choices, setChoices] = useState<Choices>({ duplicates: 'skip', ownerId: null, sendsToCrm: hasCrm })
  const check = useMutation({
    mutationFn: (read: { file: TableFile; mapping: Mapping }) => checkRows(read.file, read.mapping),
  })
  const send = useSendImport()
  const oneAtATime = useOneAtATime()
  const once = useOneAtATime(true)
  const found = check.data
  const step: Step = file && mapping ? (found ? 'check' : 'columns') : 'file'

  const takeFile = (taken: TableFile) => {
    setFile(taken)
    setMapping(suggested(taken, readMapping(taken.headings)))
    setSubmitted(false)
    check.reset()
  }
  const changeMapping = (changed: Mapping) => {
    setMapping(changed)
    // Stored before the rows are checked, because the session may end before then.
    if (file) keepMapping(file.headings, changed)
  }
  const anotherFile = () => {
    setFile(undefined)
    check.reset()
  }
  const count = found ? importedOf(found, choices) : 0
  const canImport = count > 0
  const submit = () => {
    if (!file || !mapping) return setSubmitted(true)
    if (!found) {
      setSubmitted(true)
      if (missingTargets(mapping).length > 0) return undefined
      return oneAtATime(() => check.mutateAsync({ file, mapping }))
    }
    if (!canImport) return anotherFile()
    const { rows, faults, leftOut } = found
    return once(async () => {
      const imported = await send.send({
        ...choices,
        fileName: file.name,
        rows,
        ...(leftOut.length > 0 && { leftOut: leftOut.length }),
      })
      onImported(imported)
      // Otherwise, the rows that were left out would be lost with the dialog.
      if (faults.length > 0) saveFaults(faults, file)
    })
  }
  return {
    file,
    mapping,
    changeMapping,
    isSubmitted,
    choices,
    setChoices,
    check,
    found,
    step,
    count,
    canImport,
    isSending: send.isPending,
    takeFile,
    anotherFile,
    submit,
  }
}

/**
 * Imports leads from a file in three steps. Only the last one stores anything: either all valid rows or nothing. The
 * invalid rows can be saved as a file.
 */
function ImportDialog({ onClose, ...props }: Props) {
  const steps = useImport(props)
  const { file, mapping, check, found, step, canImport, isSending, submit, anotherFile } = steps

  const action = {
    file: 'Continue',
    columns: 'Check rows',
    check: canImport ? `Import ${countText(steps.count, 'lead')}` : 'Choose another file',
  }[step]

  return (
    <FormDialog
      title="Import leads"
      size="xl"
      action={action}
      isDirty={file !== undefined}
      isSaving={check.isPending || isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <StepHeading title={titles[step]} />
      {step === 'file' && (
        <FileChoice
          label="CSV file of leads"
          read={readLeadFile}
          isSubmitted={steps.isSubmitted}
          onFile={steps.takeFile}
        />
      )}
      {file && mapping && step === 'columns' && (
        <>
          <ColumnsStep file={file} mapping={mapping} isSubmitted={steps.isSubmitted} onChange={steps.changeMapping} />
          {check.isError && (
            <ErrorNotice
              title="The rows could not be checked"
              query={{ error: check.error, refetch: submit, isFetching: check.isPending }}
            />
          )}
        </>
      )}
      {file && mapping && found && step === 'check' && (
        <CheckStep file={file} found={found} choices={steps.choices} onChange={steps.setChoices} />
      )}
      {step !== 'file' && (
        <div className={files.actions}>
          {found && (
            <Button variant="default" size="compact-sm" disabled={isSending} onClick={() => check.reset()}>
              Back to columns
            </Button>
          )}
          {(step === 'columns' || canImport) && (
            <Button variant="default" size="compact-sm" disabled={isSending} onClick={anotherFile}>
              Choose another file
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}
