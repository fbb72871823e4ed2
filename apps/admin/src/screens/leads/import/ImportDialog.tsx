import type { LeadImport, LeadImportRow } from '@app/api-client'
import { checkLeadImport } from '@app/api-client'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { FormDialog } from '../../../edit/FormDialog.tsx'
import { useOneAtATime, useOneSuccess } from '../../../components/use-one-at-a-time.ts'
import { notKept } from '../../../session/use-kept-draft.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { FileStep } from './FileStep.tsx'
import styles from './Import.module.css'
import { type Choices, countText, importedOf, useSendImport } from './import-order.ts'
import { keepMapping, readMapping } from './kept-mapping.ts'
import { lacking, type Mapping, toRow } from './mapping.ts'
import type { LeadFile } from './read-file.ts'

type Props = {
  /** Whether a CRM is set up: leads go there unless somebody says otherwise. */
  hasCrm: boolean
  onImported: (imported: LeadImport) => void
  onClose: () => void
}

/** As long as a slow connection may take to send a large file. */
const timeoutMs = 120_000

const titles = { file: '1. Choose a file', columns: '2. Match the columns', check: '3. Check and import' } as const

/** Imports leads from a file in three steps. Nothing is stored before the last one, and then all of it or nothing. */
export function ImportDialog({ hasCrm, onImported, onClose }: Props) {
  const [file, setFile] = useState<LeadFile>()
  const [mapping, setMapping] = useState<Mapping>()
  const [isAsked, setAsked] = useState(false)
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
    setAsked(false)
    check.reset()
  }
  const anotherFile = () => {
    setFile(undefined)
    check.reset()
  }
  const count = found ? importedOf(found, choices) : 0
  const canImport = found !== undefined && found.errors.length === 0 && count > 0
  const submit = () => {
    if (!file || !mapping) return setAsked(true)
    if (!found) {
      setAsked(true)
      if (lacking(mapping).length > 0) return undefined
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
      draft={notKept(onClose)}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {titles[step]}
      </h3>
      {step === 'file' && <FileStep isAsked={isAsked} onFile={takeFile} />}
      {file && mapping && step === 'columns' && (
        <>
          <ColumnsStep file={file} mapping={mapping} isAsked={isAsked} onChange={setMapping} />
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
              Back to the columns
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
