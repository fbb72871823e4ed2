import type { LeadImport, LeadImportRow } from '@app/api-client'
import { checkLeadImport } from '@app/api-client'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { FormDialog } from '../../../edit/FormDialog.tsx'
import { useOneAtATime, useOneSuccess } from '../../../components/use-one-at-a-time.ts'
import { noDraft } from '../../../session/use-draft.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import styles from './Import.module.css'
import { type Choices, countText, importedOf, useSendImport } from './send-import.ts'
import { keepMapping, readMapping } from './saved-mapping.ts'
import { missingTargets, type Mapping, toRow } from './mapping.ts'
import type { LeadFile } from './read-file.ts'

type Props = {
  /** Whether a CRM is connected, in which case leads are sent to it by default. */
  hasCrm: boolean
  onImported: (imported: LeadImport) => void
  onClose: () => void
}

/** Allows for a large file over a slow connection. */
const timeoutMs = 120_000

const titles = { file: '1. Choose a file', columns: '2. Map columns', check: '3. Check and import' } as const

/** Imports leads from a file in three steps. Nothing is stored before the last one, which is all or nothing. */
export function ImportDialog({ hasCrm, onImported, onClose }: Props) {
  const [file, setFile] = useState<LeadFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [isSubmitted, setSubmitted] = useState(false)
  const [choices, setChoices] = useState<Choices>({ duplicates: 'skip', ownerId: null, sendsToCrm: hasCrm })
  const check = useMutation({
    mutationFn: async (rows: LeadImportRow[]) => ({ rows, ...(await checkLeadImport({ rows }, { timeoutMs })).data }),
  })
  const send = useSendImport({ timeoutMs, onImported })
  const oneAtATime = useOneAtATime()
  const once = useOneSuccess()

  const found = check.data
  const step = file && mapping ? (found ? 'check' : 'columns') : 'file'
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<keyof typeof titles>('file')
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])

  const takeFile = (taken: LeadFile) => {
    setFile(taken)
    setMapping(readMapping(taken.headings))
    setSubmitted(false)
    check.reset()
  }
  const anotherFile = () => {
    setFile(undefined)
    check.reset()
  }
  const count = found ? importedOf(found, choices) : 0
  const canImport = found !== undefined && found.errors.length === 0 && count > 0
  const submit = () => {
    if (!file || !mapping) return setSubmitted(true)
    if (!found) {
      setSubmitted(true)
      if (missingTargets(mapping).length > 0) return undefined
      keepMapping(file.headings, mapping)
      return oneAtATime(() => check.mutateAsync(file.rows.map(({ cells }) => toRow(cells, mapping))))
    }
    if (!canImport) return anotherFile()
    return once(() => send.mutateAsync({ ...choices, fileName: file.name, rows: found.rows }))
  }
  const action = {
    file: 'Continue',
    columns: 'Check rows',
    check: canImport ? `Import ${countText(count)}` : 'Choose another file',
  }[step]

  return (
    <FormDialog
      title="Import leads"
      size="xl"
      action={action}
      isDirty={file !== undefined}
      isSaving={check.isPending || send.isPending}
      draft={noDraft(onClose)}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {titles[step]}
      </h3>
      {step === 'file' && <FileStep isSubmitted={isSubmitted} onFile={takeFile} />}
      {file && mapping && step === 'columns' && (
        <>
          <ColumnsStep file={file} mapping={mapping} isSubmitted={isSubmitted} onChange={setMapping} />
          {check.isError && (
            <ErrorNotice
              title="The rows could not be checked"
              error={check.error}
              onRetry={submit}
              isRetrying={check.isPending}
            />
          )}
        </>
      )}
      {file && mapping && found && step === 'check' && (
        <CheckStep file={file} mapping={mapping} found={found} choices={choices} onChange={setChoices} />
      )}
      {step !== 'file' && (
        <div className={styles.actions}>
          {found && (
            <Button variant="default" size="compact-sm" disabled={send.isPending} onClick={() => check.reset()}>
              Back to columns
            </Button>
          )}
          {(step === 'columns' || canImport) && (
            <Button variant="default" size="compact-sm" disabled={send.isPending} onClick={anotherFile}>
              Choose another file
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  )
}
